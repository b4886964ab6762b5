"""Links by Bluetooth RFCOMM, through the operating system."""

SERVICE = "6d1f0001-5f0b-4a4f-9a35-64616d610001"
"""The UUID of our service record, by which devices find each other's Damacı."""
