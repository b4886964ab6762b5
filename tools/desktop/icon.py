"""Makes the desktop program's icon from the app's favicon, in the format that each system requires.

`python icon.py FOLDER` writes damaci.png, damaci.ico and damaci.icns there.
"""

import io
import sys
from pathlib import Path

import resvg_py
from PIL import Image

MARK = Path(__file__).parents[2] / "src" / "damaci" / "site" / "static" / "favicon.svg"
WIDTH = 1024
WINDOWS = [(size, size) for size in (16, 24, 32, 48, 64, 128, 256)]


def drawn(width: int) -> Image.Image:
    """The favicon on a transparent background."""
    return Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_path=str(MARK), width=width))))


def write(folder: Path) -> None:
    """Writes the three files."""
    mark = drawn(WIDTH)
    mark.resize((256, 256)).save(folder / "damaci.png")
    mark.save(folder / "damaci.ico", sizes=WINDOWS)
    mark.save(folder / "damaci.icns")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
