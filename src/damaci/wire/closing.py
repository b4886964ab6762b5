"""The codes with which a channel is closed: those of WebSockets, and our own."""

DONE = 1000
TOO_MANY = 1008
ACCIDENT = 1011
RESTARTING = 1012
COME_BACK_LATER = 1013
# Codes from 4400 on tell the page not to reconnect.
NO_ACCOUNT = 4401
NO_SUCH_GAME = 4404
