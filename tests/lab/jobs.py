"""Jobs for test_work. Worker processes import this module."""

import os
import time


def square(number: int) -> int:
    return number * number


def fail(number: int) -> int:
    raise ValueError(f"job {number} failed")


def die(_: int) -> int:
    os._exit(3)


def dawdle(_: int) -> int:
    time.sleep(600)
    return 0


def announce_and_dawdle(number: int) -> int:
    os.write(1, b"here\n")  # at once; `print` could write the end of the line after another process's line
    return dawdle(number)
