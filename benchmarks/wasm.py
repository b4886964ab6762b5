"""Measures the kernel's WebAssembly module against the native one: `python -m benchmarks.wasm`. Needs Chromium.

The positions are those of `damaci bench`. Both modules are measured in turn at each position, in processor time, so the
ratio hardly depends on other work of the machine.
"""

import argparse
import base64
import contextlib
import functools
import gzip
import http.server
import json
import os
import shutil
import struct
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import process_time
from typing import Any

from damaci import _kernel
from damaci.cli.bench import PERFT, SEARCH, Task
from damaci.cli.positions import read_position
from damaci.engine import weights
from damaci.engine.root import Root
from tests.support import require_chromium
from tools import wasm

SCRIPTS = wasm.ROOT / "src" / "damaci" / "pocket" / "static" / "pocket"
ONE_EACH = ("never", "at-once", "unless-capture")
ROUNDS = 3


def main() -> None:
    """Prints the sizes, then a line for each position."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--module", type=Path, help="the module; build/wasm/kernel.wasm by default")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="rounds, of which the fastest counts")
    parser.add_argument("--hash", type=int, default=32, help="megabytes")
    options = parser.parse_args()
    if problem := wasm.missing():
        print(f"not measured: {problem}")
        return
    module = options.module or wasm.build()
    print_sizes(module)
    with browser(module) as page:
        page.evaluate("() => start()")
        for name, tasks, native, calls in (
            ("perft", PERFT, native_perft, perft_calls),
            ("search", SEARCH, functools.partial(native_search, options.hash), search_calls),
        ):
            if name == "search":
                prepare_search(page, options.hash)
            compare(name, tasks, native, functools.partial(run, page, calls), options.rounds)
        print(f"memory with a hash of {options.hash} MB: {page.evaluate('() => memory()') / 1e6:.1f} MB")


def print_sizes(module: Path) -> None:
    """Prints the size of the module, uncompressed and compressed."""
    data = module.read_bytes()
    brotli = shutil.which("brotli")
    packed = len(subprocess.run([brotli, "-c", "-q", "11", module], capture_output=True).stdout) if brotli else 0
    print(f"{module.name}: {len(data):,} bytes, gzip {len(gzip.compress(data, 9)):,}, brotli {packed:,}")


def compare(
    name: str,
    tasks: tuple[Task, ...],
    native: Callable[[Task], int],
    module: Callable[[Task], tuple[int, float]],
    rounds: int,
) -> None:
    """Measures each task with both kernels in turn. Prints a line for each task, and one for all together."""
    totals = [0, 0.0, 0.0]
    for task in tasks:
        sides: list[list[tuple[int, float]]] = [[], []]
        for _ in range(rounds):
            sides[0].append(timed(native, task))
            sides[1].append(module(task))
        (nodes, here), (same, there) = (min(side, key=lambda each: each[1]) for side in sides)
        assert nodes == same, f"{task}: {nodes} nodes natively, {same} in WebAssembly"
        totals = [totals[0] + nodes, totals[1] + here, totals[2] + there]
        print(line(f"{task.ruleset:10} depth {task.depth:2}", nodes, here, there), flush=True)
    print(line(f"{name:19}", *totals), flush=True)


def line(what: str, nodes: float, here: float, there: float) -> str:
    """Both speeds, and their ratio."""
    return (
        f"{what} {nodes:13,} nodes: native {nodes / here / 1e6:8.2f} M/s, "
        f"WebAssembly {nodes / there / 1e6:8.2f} M/s, {here / there:.0%}"
    )


def timed(count: Callable[[Task], int], task: Task) -> tuple[int, float]:
    """Nodes, and seconds of processor time."""
    begun = process_time()
    nodes = count(task)
    return nodes, process_time() - begun


# ---- native ----------------------------------------------------------------------------------------------------------


def native_perft(task: Task) -> int:
    """The number of move sequences."""
    return read_position(task.fen, task.ruleset).kernel.perft(task.depth)


def native_search(megabytes: int, task: Task) -> int:
    """Nodes of a search with an empty transposition table."""
    root = Root(read_position(task.fen, task.ruleset))
    searcher = _kernel.Searcher(megabytes)
    searcher.learn(task.ruleset, weights.learned(task.ruleset))
    return searcher.search(root.position.kernel, depth=task.depth, endings=root.endings)["nodes"]


# ---- in the browser --------------------------------------------------------------------------------------------------

Call = tuple[str, bytes, bytes]
"""A function of the module, its arguments, and its long argument."""


def fields(task: Task) -> bytes:
    """A position, as kernel/capi.hpp reads it."""
    kernel = read_position(task.fen, task.ruleset).kernel
    white = kernel.white_men | kernel.white_kings
    black = kernel.black_men | kernel.black_kings
    number = _kernel.rulesets().index(task.ruleset)
    return struct.pack("<QQQBB", white, black, kernel.white_kings | kernel.black_kings, number, kernel.white_to_move)


def perft_calls(task: Task) -> list[Call]:
    """The call for a perft, whose result is the count."""
    return [("perft", fields(task) + struct.pack("<IIB", task.depth, 0, 0), b"")]


def search_calls(task: Task) -> list[Call]:
    """The calls for a search, whose report contains the count."""
    endings = Root(read_position(task.fen, task.ruleset)).endings
    counts = (endings["kings_only_moves"], endings["repetitions"], endings["no_progress_moves"])
    terms = struct.pack("<BBIII", ONE_EACH.index(endings["one_each"]), 0, *counts)
    limits = struct.pack("<IQdIII", task.depth, 0, 0.0, 1, 1, 0)
    return [
        ("searcher_clear", struct.pack("<I", 1), b""),
        ("searcher_search", struct.pack("<II", 1, 0) + fields(task) + terms + limits, b""),
    ]


def prepare_search(page: Any, megabytes: int) -> None:
    """Makes a searcher, which gets the number 1."""
    send(page, ("searcher_open", struct.pack("<I", megabytes), b""))
    for number, name in enumerate(_kernel.rulesets()):
        send(page, ("searcher_learn", struct.pack("<IB", 1, number), weights.learned(name)))


def run(page: Any, calls: Callable[[Task], list[Call]], task: Task) -> tuple[int, float]:
    """Nodes, and seconds of the worker's processor time."""
    *before, last = calls(task)
    for call in before:
        send(page, call)
    threads = page.threads()
    begun = sum(map(nanoseconds, threads))
    result = send(page, last)
    seconds = (sum(map(nanoseconds, threads)) - begun) / 1e9
    return int.from_bytes(result[:8] if last[0] == "perft" else result[4:12], "little"), seconds


def send(page: Any, call: Call) -> bytes:
    """Calls the module and returns its answer."""
    name, arguments, data = call
    encoded = [name, *(base64.b64encode(each).decode() for each in (arguments, data))]
    return base64.b64decode(page.evaluate("(call) => send(...call)", encoded))


def nanoseconds(thread: Path) -> int:
    """The processor time of a thread. The hundredths of a second in `stat` are too coarse for short searches."""
    return int((thread / "schedstat").read_text().split()[0])


PAGE = """<!doctype html><script type="module">
const worker = new Worker("worker.js", { type: "module" });
const ask = (message) => new Promise((done) => {
  worker.onmessage = ({ data }) => done(data);
  worker.postMessage(message);
});
window.start = () => ask(["start"]);
window.memory = () => ask(["memory"]);
window.send = (...call) => ask(call);
</script>"""
WORKER = """import { load } from "./kernel.js";
const bytes = (text) => Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
let kernel;
onmessage = async ({ data: [name, input, data] }) => {
  if (name === "start") {
    kernel = await load(await (await fetch("kernel.wasm")).arrayBuffer());
    postMessage(kernel.names);
  } else if (name === "memory") postMessage(kernel.exports.memory.buffer.byteLength);
  else postMessage(btoa(String.fromCharCode(...(kernel.call(name, bytes(input), bytes(data)) ?? []))));
};
"""


@contextmanager
def browser(module: Path) -> Iterator[Any]:
    """A page whose worker has the module. Its `threads()` are the folders of the workers' threads."""
    from playwright.sync_api import sync_playwright

    files = {
        "/": ("text/html", PAGE.encode()),
        "/worker.js": ("text/javascript", WORKER.encode()),
        "/kernel.js": ("text/javascript", (SCRIPTS / "kernel.js").read_bytes()),
        "/kernel.wasm": ("application/wasm", module.read_bytes()),
    }
    with served(files) as address, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=require_chromium())
        print(json.dumps({"browser": chromium.version}))
        page: Any = chromium.new_page()
        page.set_default_timeout(600_000)
        page.goto(address)
        page.threads = worker_threads
        yield page
        chromium.close()


def worker_threads() -> list[Path]:
    """The threads of our browser that run workers, in /proc."""
    tasks = [task for process in descendants(os.getpid()) for task in Path(f"/proc/{process}/task").iterdir()]
    return [task for task in tasks if (task / "comm").read_text().startswith("DedicatedWorker")]


def descendants(ancestor: int) -> list[int]:
    """The processes that a process has started, directly or not."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
    found = [ancestor]
    for process in found:
        found += [child for child, parent in parents.items() if parent == process]
    return found[1:]


@contextmanager
def served(files: dict[str, tuple[str, bytes]]) -> Iterator[str]:
    """Serves these files and returns their address."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            kind, body = files.get(self.path, ("text/plain", b""))
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Prints nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


if __name__ == "__main__":
    main()
