// Whether a side that cannot capture can move at all, without listing its moves.
#pragma once

#include "../position.hpp"

namespace damaci {

template <Directions ways>
bool can_step(Bitboard pieces, Bitboard empty) {
    Bitboard targets = 0;
    for_each_direction<ways>([&]<Direction d>() { targets |= shift<d>(pieces) & empty; });
    return targets != 0;
}

template <const Ruleset& R, Side S>
bool is_stuck(const Position& position) {
    const Bitboard own = position.of(S), kings = own & position.kings, empty = ~position.occupied();
    return !can_step<R.man_moves.seen_by(S)>(own ^ kings, empty) && !can_step<R.king_moves>(kings, empty);
}

template <const Ruleset& R>
bool is_stuck(const Position& position) {
    return position.turn == Side::white ? is_stuck<R, Side::white>(position) : is_stuck<R, Side::black>(position);
}

} // namespace damaci
