"""How patient two devices are with each other, in seconds."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    """`beat`: between signs of life; `silence`: without any, a link is dead; `stall`: a peer that takes nothing for so
    long is gone; `greeting`: until the first word; `first_pause`, `longest_pause`: between attempts to come back;
    `patience`: how long a command waits for the link."""

    beat: float = 2.0
    silence: float = 7.0
    stall: float = 10.0
    greeting: float = 10.0
    first_pause: float = 0.3
    longest_pause: float = 4.0
    patience: float = 8.0
