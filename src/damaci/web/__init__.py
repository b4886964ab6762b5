"""The app in the browser: pages, the socket, the API. A door: it translates, and decides no rule."""
