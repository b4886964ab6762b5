"""Timeouts and intervals of links, in seconds."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    """`beat`: interval of heartbeats; `silence`: time without one after which a link is dead; `stall`: timeout of a
    send; `greeting`: timeout of the first message; `first_pause`, `longest_pause`: between attempts to reconnect;
    `patience`: how long a command waits for the link."""

    beat: float = 2.0
    silence: float = 7.0
    stall: float = 10.0
    greeting: float = 10.0
    first_pause: float = 0.3
    longest_pause: float = 4.0
    patience: float = 8.0
