"""Tests of damaci.engine."""
