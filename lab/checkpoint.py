"""The checkpoint of a fit, from which it continues after Ctrl-C."""

from pathlib import Path

import numpy as np

from lab import files
from lab.errors import LabError
from lab.files import About
from lab.fit import Fit

KIND = "fit"


def path_for(weights: Path) -> Path:
    """The checkpoint's file, beside the file of weights that the fit will write."""
    return weights.with_name(weights.name + ".fit.npz")


def save(path: Path, fit: Fit, about: About) -> None:
    """Writes the checkpoint. Raises OSError."""
    files.write_array(path, {"kind": KIND, "of": about, "epoch": fit.epoch}, fit.state.ravel())


def resume(path: Path, fit: Fit, about: About) -> None:
    """Loads the checkpoint into `fit`, if there is one. Raises LabError if it is damaged or belongs to another fit."""
    if not path.exists():
        return
    found, state = files.read_array(path, KIND, np.dtype(np.float32))
    if found["of"] != about or state.size != fit.state.size:
        raise LabError(f"{path}: of a fit with other positions or settings; remove it to begin anew")
    fit.state = state.reshape(fit.state.shape)
    fit.epoch = int(found["epoch"])
