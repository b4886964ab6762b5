// A position as the side to move sees it, a move, and the position after it.
#pragma once

#include <algorithm>
#include <compare>

#include "squares.hpp"

// The side to move is `own` and goes up; `kings` are those of both sides.
struct Position {
    Bits own = 0;
    Bits enemy = 0;
    Bits kings = 0;

    auto operator<=>(const Position&) const = default;
};

struct Move {
    int from = 0;
    int to = 0;
    Bits captured = 0;

    bool operator==(const Move&) const = default;
};

// The position after a move, seen by the other side.
inline Position play(const Position& position, const Move& move) {
    const bool king = (position.kings & bit(move.from)) || is_last_rank(move.to);
    const Bits own = (position.own & ~bit(move.from)) | bit(move.to);
    const Bits enemy = position.enemy & ~move.captured;
    Bits kings = position.kings & ~move.captured & ~bit(move.from);
    if (king) kings |= bit(move.to);
    return {flip(enemy), flip(own), flip(kings)};
}

// The same position for a position and its mirror image.
inline Position either(const Position& position) {
    return std::min(position, {mirror(position.own), mirror(position.enemy), mirror(position.kings)});
}
