// What a quiet position is worth to the side to move, in centimen.
#pragma once

#include "../position.hpp"
#include "../search/value.hpp"
#include "weights.hpp"

#include <algorithm>

namespace damaci {

// One side's part.
template <const Ruleset& R, Side S>
class SideEvaluation {
    static constexpr const Weights& worth = weights<R>;
    static constexpr Direction ahead = seen_by(S, Direction::forward);

  public:
    explicit SideEvaluation(const Position& position)
        : men_(position.of(S) & ~position.kings), kings_(position.of(S) & position.kings),
          enemy_men_(position.of(other(S)) & ~position.kings), empty_(~position.occupied()) {}

    Tapered total() const { return kings() + places() + structure(); }

  private:
    Tapered kings() const {
        if (kings_ == 0) return {};
        Bitboard reach = 0;
        for_each_square(kings_, [&](Square king) { reach |= seen<R.king_moves>(king, ~empty_); });
        return worth.first_king + worth.further_king * (std::popcount(kings_) - 1) +
               worth.reach * std::popcount(reach & empty_);
    }

    // Where the men stand.
    Tapered places() const {
        const Bitboard passed = men_ & ~met();
        Tapered sum = worth.man * std::popcount(men_);
        for (int rank = 0; rank < 7; ++rank) {
            const Bitboard squares = rank_1 << 8 * (S == Side::white ? rank : 7 - rank);
            sum = sum + worth.rank[rank] * std::popcount(men_ & squares) +
                  worth.passed[rank] * std::popcount(passed & squares);
        }
        for (int file = 0; file < 4; ++file)
            sum = sum + worth.file[file] * std::popcount(men_ & (file_a << file | file_a << (7 - file)));
        return sum;
    }

    // The squares on which a man still has enemy men before it, on its own file or the next ones.
    Bitboard met() const {
        constexpr Direction back = opposite(ahead);
        const Bitboard wide = enemy_men_ | shift<Direction::left>(enemy_men_) | shift<Direction::right>(enemy_men_);
        Bitboard squares = shift<back>(wide);
        for (int rank = 0; rank < 6; ++rank)
            squares |= shift<back>(squares);
        return squares;
    }

    // How the men stand to each other.
    Tapered structure() const {
        constexpr Direction right = seen_by(S, Direction::forward_right), left = seen_by(S, Direction::forward_left);
        const int steps = std::popcount(shift<Direction::left>(men_) & empty_) +
                          std::popcount(shift<Direction::right>(men_) & empty_);
        const int diagonals = std::popcount(shift<right>(men_) & men_) + std::popcount(shift<left>(men_) & men_);
        return worth.sideways * steps + worth.column * std::popcount(shift<ahead>(men_) & men_) +
               worth.pair * std::popcount(shift<Direction::right>(men_) & men_) + worth.diagonal * diagonals;
    }

    Bitboard men_, kings_, enemy_men_, empty_;
};

template <const Ruleset& R>
Value evaluate(const Position& position) {
    constexpr int all = 2 * std::popcount(R.men_ranks) * (R.dark_squares_only ? 4 : 8);
    const int pieces = std::min(std::popcount(position.occupied()), all);
    Tapered total = SideEvaluation<R, Side::white>(position).total() - SideEvaluation<R, Side::black>(position).total();
    if (position.turn == Side::black) total = {-total.opening, -total.ending};
    total = total + weights<R>.tempo;
    return (total.opening * pieces + total.ending * (all - pieces)) / all;
}

} // namespace damaci
