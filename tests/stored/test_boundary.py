"""The code that runs in a browser imports only msgspec and Python's standard library."""

import subprocess
import sys

import pytest

_PROBE = """
import importlib, pkgutil, sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        unknown = top not in ALLOWED and top not in sys.stdlib_module_names
        if unknown or name.startswith(("damaci.store.", "damaci.links.", "damaci.home.")):
            raise ImportError(f"{name} is imported")

# They need the kernel in WebAssembly (tests/wasm).
SEARCH = ("damaci.pocket.engine", "damaci.pocket.search", "damaci.pocket.table_maker")
ALLOWED = {"damaci", "msgspec", *sys.argv[2:]}
import damaci, msgspec
package = importlib.import_module(sys.argv[1])
sys.meta_path.insert(0, Refuse())
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    if not module.name.startswith(SEARCH):
        importlib.import_module(module.name)
print(len(sys.modules))
"""


@pytest.mark.parametrize("package", ["host", "services", "stored", "wire", "play", "lessons", "analysis", "pocket"])
def test_a_package_imports_only_what_a_browser_has(package: str) -> None:
    # The pages are rendered with Jinja, which is pure Python.
    besides = ["jinja2", "markupsafe"] if package == "pocket" else []
    probe = [sys.executable, "-c", _PROBE, f"damaci.{package}", *besides]
    done = subprocess.run(probe, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
