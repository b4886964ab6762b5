"""The app in a browser without a server: home's services on a store of the browser, for pages that ask a worker."""
