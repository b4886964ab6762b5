"""The app for helpers of tournaments on the local network: pairings, standings and results of one tournament."""
