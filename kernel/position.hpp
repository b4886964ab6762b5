// A position as a small value without history, and the two ways to make one: placing the start and playing a move.
#pragma once

#include "move.hpp"
#include "rules.hpp"

namespace damaci {

struct Position {
    Bitboard white = 0; // men and kings
    Bitboard black = 0;
    Bitboard kings = 0; // of both sides
    Side turn = Side::white;

    constexpr Bitboard occupied() const { return white | black; }
    constexpr Bitboard of(Side side) const { return side == Side::white ? white : black; }
    friend constexpr bool operator==(const Position&, const Position&) = default;
};

// The rank on which a side's men become kings.
constexpr Bitboard last_rank(Side side) {
    return side == Side::white ? rank_1 << 56 : rank_1;
}

template <const Ruleset& R>
constexpr Position start_position() {
    const Bitboard board = R.dark_squares_only ? dark_squares : ~Bitboard{0};
    Position start;
    for (int rank = 0; rank < 8; ++rank) {
        if ((R.men_ranks >> rank & 1) == 0) continue;
        start.white |= rank_1 << (8 * rank) & board;
        start.black |= rank_1 << (8 * (7 - rank)) & board;
    }
    return start;
}

// The position after `mover`'s piece has gone from one square to another and captured a set of others.
// Under every ruleset, a man that ends the move on the last rank becomes a king.
template <Side mover, bool is_king>
constexpr Position after(const Position& before, Bitboard origin, Bitboard target, Bitboard captured) {
    const Bitboard own = (before.of(mover) ^ origin) | target; // a chain may end where it began
    const Bitboard enemy = before.of(other(mover)) & ~captured;
    const Bitboard kings = before.kings & ~captured;
    return {.white = mover == Side::white ? own : enemy,
            .black = mover == Side::white ? enemy : own,
            .kings = is_king ? (kings ^ origin) | target : kings | (target & last_rank(mover)),
            .turn = other(mover)};
}

// The position after a legal move.
constexpr Position play(const Position& before, const Move& move) {
    const Bitboard origin = bit(move.origin), target = bit(move.target);
    const bool is_king = (before.kings & origin) != 0;
    if (before.turn == Side::white)
        return is_king ? after<Side::white, true>(before, origin, target, move.captured)
                       : after<Side::white, false>(before, origin, target, move.captured);
    return is_king ? after<Side::black, true>(before, origin, target, move.captured)
                   : after<Side::black, false>(before, origin, target, move.captured);
}

// The position with all men of a side that has three pieces or fewer promoted: an option of a game.
constexpr Position with_last_three_as_kings(Position position) {
    for (const Bitboard side : {position.white, position.black}) {
        if (std::popcount(side) <= 3) position.kings |= side;
    }
    return position;
}

} // namespace damaci
