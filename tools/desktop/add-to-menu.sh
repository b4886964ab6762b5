#!/bin/sh
# Adds Damacı, at this folder's present place, to the application menu (Linux). To remove it again, delete the file
# that is printed.
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
