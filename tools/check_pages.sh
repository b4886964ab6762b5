#!/bin/sh
# Checks the pages' scripts: format and lint by Biome, types by TypeScript, unit tests by Node.js.
#   check_pages.sh          checks
#   check_pages.sh format   formats the scripts
# When nothing has changed since a check without findings, the check is skipped.
# Damacı itself needs none of these tools. Without Node.js or the npm registry, a line says what is not checked; under
# CI that is a failure.
set -eu
cd "$(dirname "$0")/.."
TOOLS=node_modules/.bin
SETTINGS="package.json biome.json jsconfig.json tools/check_pages.sh"
SCRIPTS="src/damaci/site/static src/damaci/pocket/static tests/js"
CLEAN=node_modules/.damaci-clean # its time is the beginning of the last check without findings

not_checked() {
        echo "not checked here: the pages' scripts. $*"
    case ${CI:-} in
        "" | 0 | false) exit 0 ;;
        *) exit 1 ;;
    esac
}

install_tools() {
    [ node_modules/.package-lock.json -nt package.json ] || npm install --no-package-lock --silent
}

unchanged() {
    [ -e $CLEAN ] && [ -z "$(find $SETTINGS $SCRIPTS -newer $CLEAN)" ]
}

if [ "${1:-}" = "" ] && unchanged; then
    exit 0
fi
[ -n "$(command -v node)" ] && [ -n "$(command -v npm)" ] ||
    not_checked "To check them, install Node.js 18 or newer, which includes npm"
install_tools || not_checked "npm could not install what package.json names; its messages are above"

if [ "${1:-}" = format ]; then
    exec $TOOLS/biome check --write
fi
touch $CLEAN.begun
$TOOLS/biome check --error-on-warnings
$TOOLS/tsc --project jsconfig.json
find tests/js -name "*.test.js" -exec node --import ./tests/js/browser.js --test --test-reporter=dot {} +
mv $CLEAN.begun $CLEAN
