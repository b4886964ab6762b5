// What a quiet position is worth to the side to move, in centimen.
#pragma once

#include "../movegen.hpp"
#include "../search/value.hpp"

namespace damaci {

struct Weights {
    Value king = 450;
    Value advance = 4;  // of a man, a rank
    Value mobility = 2; // a square that a man can step to
};

template <const Ruleset& R, Side S>
Value evaluate_side(const Position& position) {
    constexpr Weights weights;
    const Bitboard own = position.of(S), men = own & ~position.kings, kings = own & position.kings;
    Value value = 100 * std::popcount(men) + weights.king * std::popcount(kings);
    for (int rank = 1; rank < 8; ++rank) {
        const int row = S == Side::white ? rank : 7 - rank;
        value += weights.advance * rank * std::popcount(men & rank_1 << 8 * row);
    }
    for_each_direction<R.man_moves.seen_by(S)>([&]<Direction d>() {
        value += weights.mobility * std::popcount(shift<d>(men) & ~position.occupied());
    });
    return value;
}

template <const Ruleset& R>
Value evaluate(const Position& position) {
    const Value value = evaluate_side<R, Side::white>(position) - evaluate_side<R, Side::black>(position);
    return position.turn == Side::white ? value : -value;
}

} // namespace damaci
