"""Python for browsers: the parts of Pyodide that the site serves, without modules that it never imports."""

import io
import json
import re
import tarfile
import zipfile
from dataclasses import dataclass

from tools.site import downloads
from tools.site.bundle import archive, wheel_files
from tools.site.errors import SiteError
from tools.site.interpreter import catching
from tools.site.tree import Tree, digest
from tools.site.unused import needed, without_exports, without_variables

PACKAGE = "package"
"""The folder in an npm package that contains its files."""
LOADER = "pyodide.mjs"
LINKER = "pyodide.asm.mjs"
MODULE = "pyodide.asm.wasm"
FILES = (LOADER, LINKER, MODULE)
LIBRARY = "python_stdlib.zip"
LOCK = "pyodide-lock.json"
WITHOUT = (
    "_pydatetime.py", "_pydecimal.py", "_pyio.py", "_pyrepl", "antigravity.py", "argparse.py",
    "asyncio/proactor_events.py", "asyncio/windows_", "bdb.py", "cmd.py", "code.py", "compileall.py",
    "concurrent/futures/process.py", "configparser.py", "cProfile.py", "csv.py", "ctypes", "curses", "dbm",
    "difflib.py", "doctest.py", "email", "ensurepip", "filecmp.py", "fileinput.py", "fractions.py", "ftplib.py",
    "getopt.py", "http/client.py", "http/cookie", "http/server.py", "idlelib", "imaplib.py", "lib2to3",
    "logging/config.py", "logging/handlers.py", "mailbox.py", "mimetypes.py", "modulefinder.py", "multiprocessing",
    "netrc.py", "nturl2path.py", "optparse.py", "pdb.py", "pickletools.py", "plistlib.py", "poplib.py", "profile.py",
    "profiling", "pstats.py", "py_compile.py", "pyclbr.py", "pydoc.py", "pydoc_data", "runpy.py", "sched.py",
    "shelve.py", "smtplib.py", "socketserver.py", "sqlite3", "statistics.py", "symtable.py", "tabnanny.py",
    "tarfile.py", "test", "this.py", "timeit.py", "tkinter", "tomllib", "trace.py", "turtle.py", "turtledemo",
    "unittest", "urllib/request.py", "urllib/robotparser.py", "venv", "wave.py", "webbrowser.py", "wsgiref", "xml",
    "xmlrpc", "zipapp.py",
)  # fmt: skip
"""The beginnings of the paths of modules and packages of the standard library that are left out."""


RARE = re.compile(
    r"encodings/(cp(?!437|1254)|iso8859_(?!1\.)|koi8_|mac_|iso2022|euc_|shift_"
    r"|hz|big5|gb|johab|ptcp|kz1048|hp_|tis_|palmos)"
)
"""Encodings that are used neither in records of games nor for names in archives."""
PATCHES = (
    (
        "var memoryBase=metadata.memorySize?alignMemory(getMemory(metadata.memorySize+memAlign),memAlign):0;"
        "var tableBase=metadata.tableSize?wasmTable.length:0;",
        "var again=Module.libraryAgain;"
        "var memoryBase=again?again.memoryBase:"
        "metadata.memorySize?alignMemory(getMemory(metadata.memorySize+memAlign),memAlign):0;"
        "var tableBase=again?again.tableBase:metadata.tableSize?wasmTable.length:0;"
        "(Module.librariesLoaded||=[]).push({libName,memoryBase,tableBase,"
        "memorySize:metadata.memorySize,tableSize:metadata.tableSize});",
    ),
    (
        "if(metadata.tableSize){wasmTable.grow(metadata.tableSize)}",
        "if(metadata.tableSize){wasmTable.grow(Math.max(0,tableBase+metadata.tableSize-wasmTable.length))}",
    ),
    (
        "return Module.HEAP8.set(t),l",
        "var kept=API.config._memory;delete API.config._memory;delete API.config._loadSnapshot;"
        "return kept.size>HEAP8.length&&growMemory(kept.size),kept.fill(Module.HEAPU8),l",
    ),
    ("let o=new Uint8Array(n+Module.HEAP8.length),i=new TextEncoder", "let o=new Uint8Array(n),i=new TextEncoder"),
    ("l.subarray(4,12)),o.subarray(n).set(Module.HEAP8),o}", "l.subarray(4,12)),o}"),
)
"""Replacements in pyodide.asm.mjs for static/pocket/python.js. After the memory has been restored from a snapshot, a
library is loaded again at its old addresses. Only the head of a snapshot is made and restored by Pyodide. The memory,
which may be larger than the new memory is at first, is filled by `_memory` (static/pocket/memory_file.js), to which no
reference is kept."""
LOADER_PATCHES = (
    ("instantiateWasm:Ie(e.indexURL)", "instantiateWasm:Ie(e.indexURL,e._module)"),
    ("function Ie(e){", "function Ie(e,module){"),
    (
        '{binary:t,response:n}=_(e+"pyodide.asm.wasm")',
        '{binary:t,response:n}=module?{response:module}:_(e+"pyodide.asm.wasm")',
    ),
)
"""Replacements in pyodide.mjs, with which the caller may fetch the module."""


@dataclass(frozen=True)
class Runtime:
    """The place of Python, relative to the site."""

    start: str
    """The module that loads Python; the other files are beside it."""
    files: tuple[str, ...]


def write_runtime(tree: Tree, parts: dict[str, bytes]) -> Runtime:
    """Writes Python's files into a folder that is named after their content."""
    folder = f"python/{digest(b''.join(parts[name] for name in sorted(parts)))}"
    files = tuple(tree.write(f"{folder}/{name}", content) for name, content in parts.items())
    return Runtime(f"{folder}/{FILES[0]}", files)


def runtime_parts() -> dict[str, bytes]:
    """Pyodide's files by their names, with PATCHES and trimmed. Raises SiteError."""
    with tarfile.open(downloads.pyodide()) as package:
        parts = {name: _read(package, name) for name in (*FILES, LIBRARY, LOCK)}
    for name, patches in ((LOADER, LOADER_PATCHES), (LINKER, PATCHES)):
        parts[name] = patched(name, parts[name].decode(), patches).encode()
    parts |= used(parts[LINKER].decode(), parts[LOADER].decode(), catching(parts[MODULE]))
    return parts | {LIBRARY: trimmed(parts[LIBRARY]), LOCK: without_packages(parts[LOCK])}


def used(linker: str, loader: str, module: bytes) -> dict[str, bytes]:
    """The WebAssembly module and its script with the names that the scripts and msgspec use. Raises SiteError."""
    files = wheel_files(downloads.msgspec())
    libraries = [content for name, content in files.items() if name.endswith(".so")]
    wanted = needed(linker, [loader], libraries)
    return {LINKER: without_variables(linker, wanted).encode(), MODULE: without_exports(module, wanted)}


def _read(package: tarfile.TarFile, name: str) -> bytes:
    file = package.extractfile(f"{PACKAGE}/{name}")
    assert file is not None
    return file.read()


def patched(name: str, source: str, patches: tuple[tuple[str, str], ...]) -> str:
    """One of Pyodide's scripts with its patches. Raises SiteError if the script is of another version."""
    for before, after in patches:
        if source.count(before) != 1:
            raise SiteError(f"{name} is not the one that tools/site/runtime.py knows: {before[:40]}...")
        source = source.replace(before, after)
    return source


def trimmed(library: bytes) -> bytes:
    """The standard library without the modules that the site does not need."""
    with zipfile.ZipFile(io.BytesIO(library)) as source:
        names = [name for name in source.namelist() if not name.startswith(WITHOUT) and not RARE.match(name)]
        return archive({name: source.read(name) for name in names})


def without_packages(lock: bytes) -> bytes:
    """Pyodide's list of packages without entries: the site serves its own packages."""
    return json.dumps(json.loads(lock) | {"packages": {}}, sort_keys=True).encode()
