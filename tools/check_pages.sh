#!/bin/sh
# Checks the types of the pages' scripts with TypeScript 5, where it can be had: as tsc, or by Node.js's npx. The project itself needs neither.
set -eu
cd "$(dirname "$0")/.."
export npm_config_fetch_retries=0 npm_config_update_notifier=false

typescript() {
    npx --yes --package typescript@5.9.3 -- tsc "$@"
}

case $(tsc --version 2>/dev/null) in
    "Version "[5-9].*) exec tsc --project jsconfig.json ;;
esac
if typescript --version >/dev/null 2>&1; then
    typescript --project jsconfig.json
else
    echo "not checked here: the types of the pages' scripts. To get it: install Node.js, which brings npx"
fi
