"""What all pages share: rendering, languages, assets, security, sockets, errors, static files, templates."""
