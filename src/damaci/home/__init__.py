"""The app of one machine: its pages, its archive, its engine."""
