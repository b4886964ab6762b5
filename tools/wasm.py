"""Builds the kernel as WebAssembly modules: `python -m tools.wasm` makes build/wasm/kernel.wasm and, beside it,
kernel_threads.wasm, whose memory several threads share.

The same sources give the same bytes. A source is compiled again only if it, a header or the flags have changed.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from tools.headers import KERNEL, with_headers

ROOT = KERNEL.parent
OUT = ROOT / "build" / "wasm"
MODULE = OUT / "kernel.wasm"
VERSION = "19"
PACKAGES = "clang-19 lld-19 wasi-libc libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32"
COMPILER = f"clang++-{VERSION}"
LIBRARIES = Path("/usr/lib/wasm32-wasi")
START = LIBRARIES / "crt1-reactor.o"
"""Without this object, the first call of a module that has no main() traps."""
NEEDED = (START, LIBRARIES / "libc.a", LIBRARIES / "libc++.a", LIBRARIES / "libc++abi.a")
THREADS = KERNEL / "capi_threads.cpp"
SOURCES = (KERNEL / "ruled_position.cpp", *sorted(set(KERNEL.glob("capi*.cpp")) - {THREADS}))
THREADED = OUT / "kernel_threads.wasm"
THREADED_SOURCES = tuple(
    KERNEL / f"{name}.cpp" for name in ("ruled_position", "capi", "capi_search", "capi_tablebase", "capi_threads")
)
"""The sources of the functions that a searching worker calls."""

TESTED_BY_RULESET = {
    "test_movegen": ("turkish", "bulgarian"),
    "test_search": ("turkish",),
    "test_tablebase": ("turkish",),
    "test_movetext": ("turkish",),
}
"""The rulesets for which these tests are built. They are fewer than in kernel/tests/CMakeLists.txt, because compiling
them costs the most. tests/wasm/agreement.py tests that both kernels agree in every ruleset."""

TARGET = ("--target=wasm32-wasi", "-fno-exceptions")
FLAGS = (
    *TARGET,
    "-std=c++20",
    "-O3",
    "-DNDEBUG",
    "-fno-rtti",
    # Chromium 91, Firefox 89 and Safari 16.4 have this.
    "-msimd128",
    "-mbulk-memory",
    "-msign-ext",
    "-mnontrapping-fptoint",
    "-Wall",
    "-Wextra",
    "-Wno-shift-count-negative",  # occurs in branches that are not taken
    "-Werror",
    f"-I{KERNEL}",
    f"-ffile-prefix-map={ROOT}=.",
)
FASTER = {"capi_search": ("-mllvm", "-inline-threshold=1500")}
"""Flags of single sources. The search consists of small templates that must be inlined, which makes it a fifth
faster."""
LINK = (
    *TARGET,
    "-nostartfiles",
    str(START),
    "-Wl,--entry=_initialize",
    "-Wl,-z,stack-size=1048576",
    "-Wl,--strip-all",
)
THREADED_FLAGS = ("-matomics",)
PAGE = 65536
SHARED = (
    "--shared-memory",
    "--import-memory",
    # As in static/pocket/search_worker.js.
    f"--initial-memory={256 * PAGE}",
    f"--max-memory={4096 * PAGE}",
    # Debian's libraries are compiled for one thread; capi_threads.cpp has the functions that they lack, and a lock for
    # the allocator.
    "--no-check-features",
    *(f"--wrap={name}" for name in ("malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign", "free")),
    "--export=__wasm_init_tls",
    "--export=__stack_pointer",
)
"""The flags with which a module is linked whose memory several instances share."""


def missing() -> str | None:
    """One line about the packages that have to be installed; None if nothing is missing."""
    if shutil.which(COMPILER) and shutil.which(f"wasm-ld-{VERSION}") and all(part.exists() for part in NEEDED):
        return None
    return f"the WebAssembly module needs Debian's packages; as root: apt-get install {PACKAGES}"


@cache
def compiler_version() -> str:
    """The version, as the compiler prints it."""
    return subprocess.run([COMPILER, "--version"], capture_output=True, text=True, check=True).stdout


def digest(source: Path, flags: Iterable[str]) -> str:
    """A digest that changes whenever the object of a source may change."""
    parts = [compiler_version().encode(), *(flag.encode() for flag in flags)]
    parts += [path.read_bytes() for path in sorted(with_headers(source))]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:20]


def compile_source(source: Path, extra: tuple[str, ...] = ()) -> Path:
    """The object of a source, which is compiled unless it exists. Raises CalledProcessError."""
    flags = (*FLAGS, *FASTER.get(source.stem, ()), *extra)
    made = OUT / "objects" / f"{source.stem}-{digest(source, flags)}.o"
    if not made.exists():
        made.parent.mkdir(parents=True, exist_ok=True)
        unfinished = made.with_suffix(f".{os.getpid()}")
        subprocess.run([COMPILER, *flags, "-c", str(source), "-o", str(unfinished)], check=True)
        unfinished.replace(made)
    return made


def link(objects: Iterable[Path], module: Path, flags: Iterable[str] = LINK) -> None:
    """Links a module, unless the existing one was made of the same objects. Raises CalledProcessError."""
    names = [str(each) for each in objects]
    recipe = "\n".join([compiler_version(), *flags, *names])
    stamp = module.with_suffix(".recipe")
    if module.exists() and stamp.exists() and stamp.read_text() == recipe:
        return
    subprocess.run([COMPILER, *flags, *names, "-o", str(module)], check=True)
    stamp.write_text(recipe)


def build() -> Path:
    """The module, built again if something has changed. Raises CalledProcessError."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(compile_source, SOURCES))
    link(objects, MODULE)
    return MODULE


def build_threaded() -> Path:
    """The module for a search with several threads, built again if something has changed. Raises CalledProcessError."""
    return link_threaded(THREADED, THREADED_SOURCES)


def build_threads_test() -> Path:
    """That module with the functions for tests of its threads. Raises CalledProcessError."""
    return link_threaded(OUT / "kernel_threads_test.wasm", (*THREADED_SOURCES, *KERNEL.glob("tests/threads/*.cpp")))


def link_threaded(module: Path, sources: Iterable[Path]) -> Path:
    """A module whose memory several instances share. Raises CalledProcessError."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(lambda source: compile_source(source, THREADED_FLAGS), sources))
    link(objects, module, (*LINK, f"-Wl,{','.join(SHARED)}"))
    return module


def build_tests() -> Path:
    """The kernel's own tests as a program for WASI. Raises CalledProcessError."""
    folder = KERNEL / "tests"
    units = [(source, None) for source in sorted(folder.glob("*.cpp")) if source.stem not in TESTED_BY_RULESET]
    units += [(folder / f"{name}.cpp", ruleset) for name, rulesets in TESTED_BY_RULESET.items() for ruleset in rulesets]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(lambda unit: compile_test(*unit), units))
    program = OUT / "kernel_tests.wasm"
    link([*objects, compile_source(KERNEL / "ruled_position.cpp")], program, (*TARGET, "-Wl,-z,stack-size=1048576"))
    return program


def compile_test(source: Path, ruleset: str | None) -> Path:
    """The object of a test. It is optimized only a little, because it is compiled often and runs only for seconds."""
    definitions = [f"-DRULESET={ruleset}"] if ruleset else []
    return compile_source(source, ("-O1", *definitions))


def main() -> int:
    """Builds the modules, or prints what is missing."""
    if problem := missing():
        print(f"damaci: {problem}", file=sys.stderr)
        return 1
    try:
        modules = build(), build_threaded()
    except subprocess.CalledProcessError as error:
        return error.returncode
    for module in modules:
        print(f"{module.relative_to(ROOT)}: {module.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
