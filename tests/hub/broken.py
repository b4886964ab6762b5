"""An engine that is broken on purpose: `python broken.py FAULT`. It starts correctly unless the fault is one of its
start."""

import itertools
import os
import signal
import subprocess
import sys
import time


def say(text: str) -> None:
    print(text, flush=True)


def hang() -> None:
    time.sleep(600)


def crash() -> None:
    print("something terrible happened", file=sys.stderr)
    os._exit(3)


def go(fault: str) -> None:
    match fault:
        case "hangs":
            say('error message="I do not know what to do"')
            hang()
        case "crashes":
            crash()
        case "illegal":
            say("done move=1-64")
        case "no-move":
            say("done")
        case "rubbish":
            say('\x00\x7f = = = "')
            sys.stdout.buffer.write(b"\xff\xfe\xfd\n")
            say('info depth=deep score=nan nodes="" pv=')
            say("bestmove e2e4")
            say("done move=44-36 ponder=99-99 more=stuff")
        case "floods":
            for number in itertools.count():
                say(f"info depth={number} pv=" + "x" * 1000)
        case "endless":
            while True:
                sys.stdout.write("x" * 10_000)
        case "deaf-to-stop":
            say("info depth=1")
            hang()


def main(fault: str) -> None:
    if fault == "silent":
        hang()
    if fault == "dies-at-once":
        crash()
    if fault == "child":
        subprocess.Popen([sys.executable, __file__, "silent"])
    if fault in ("never-quits", "child"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    for line in sys.stdin:
        match line.split()[:1]:
            case ["hub"]:
                say(f"id name=Broken-{fault}")
                say('param name=variant value=normal type=enum values="normal turkish"')
                say("wait")
            case ["init"]:
                if fault == "never-ready":
                    hang()
                say("ready")
            case ["go"]:
                go(fault)
            case ["quit"]:
                if fault not in ("never-quits", "child"):
                    return
    if fault in ("never-quits", "child"):
        hang()


if __name__ == "__main__":
    main(sys.argv[1])
