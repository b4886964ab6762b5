#!/bin/sh
# Puts Damacı, where this folder is now, into the menu of programs (Linux). To take it out again, remove the file that is named.
set -eu
folder=$(cd "$(dirname "$0")" && pwd)
menu=${XDG_DATA_HOME:-$HOME/.local/share}/applications
mkdir -p "$menu"
cat > "$menu/damaci.desktop" <<END
[Desktop Entry]
Type=Application
Name=Damacı
GenericName=Turkish draughts
Exec="$folder/damaci"
Icon=$folder/damaci.png
Categories=Game;BoardGame;
END
echo "$menu/damaci.desktop"
