"""Notices by mail, where the operator has a mail server."""
