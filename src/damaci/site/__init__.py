"""The kit of every page: rendering, languages, assets, security, sockets, errors, static files, templates."""
