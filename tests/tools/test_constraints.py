"""Without uv, pip installs the versions of uv.lock."""

import tomllib
from collections import Counter

from packaging.requirements import Requirement

from tools.constraints import LOCK, constraints

LOCKED = tomllib.loads(LOCK.read_text(encoding="utf-8"))


def test_every_locked_package_has_one_version_here() -> None:
    asked = [Requirement(line) for line in constraints(LOCKED)]
    here = Counter(each.name for each in asked if each.marker is None or each.marker.evaluate())
    assert set(here.values()) == {1}
    assert here.keys() >= {"litestar", "numpy", "pytest"}


def test_versions_are_the_locked_ones() -> None:
    package = {"name": "dama", "version": "1.2", "source": {"registry": "https://pypi.org/simple"}}
    own = {"name": "damaci", "source": {"editable": "."}}
    divided = package | {"version": "2.0", "resolution-markers": ["python_version < '3.12'", "os_name == 'nt'"]}
    assert [*constraints({"package": [package, own]})] == ["dama==1.2"]
    assert [*constraints({"package": [divided]})] == ["dama==2.0 ; (python_version < '3.12') or (os_name == 'nt')"]
