"""Where a fit stands, so that it can go on after Ctrl-C."""

from pathlib import Path

import numpy as np

from lab import files
from lab.errors import LabError
from lab.files import About
from lab.fit import Fit

KIND = "fit"


def path_for(weights: Path) -> Path:
    """Beside the file of weights that shall be made."""
    return weights.with_name(weights.name + ".fit.npz")


def save(path: Path, fit: Fit, about: About) -> None:
    """Writes it. Raises OSError."""
    files.write_array(path, {"kind": KIND, "of": about, "epoch": fit.epoch}, fit.point.ravel())


def resume(path: Path, fit: Fit, about: About) -> None:
    """Goes on where the fit was left, if it was. Raises LabError when that was another fit, or the file is damaged."""
    if not path.exists():
        return
    found, point = files.read_array(path, KIND, np.dtype(np.float32))
    if found["of"] != about or point.size != fit.point.size:
        raise LabError(f"{path}: of a fit with other positions or settings; remove it to begin anew")
    fit.point, fit.epoch = point.reshape(fit.point.shape), int(found["epoch"])
