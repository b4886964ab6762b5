// The value of a quiet position for the side to move, in centimen.
#pragma once

#include "../search/value.hpp"
#include "network.hpp"
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

    // The squares of the men.
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

    // The squares from which a man has enemy men ahead of it, on its own file or the adjacent ones.
    Bitboard met() const {
        constexpr Direction back = opposite(ahead);
        const Bitboard wide = enemy_men_ | shift<Direction::left>(enemy_men_) | shift<Direction::right>(enemy_men_);
        Bitboard squares = shift<back>(wide);
        for (int rank = 0; rank < 6; ++rank)
            squares |= shift<back>(squares);
        return squares;
    }

    // The men's positions relative to each other, and their possible steps.
    Tapered structure() const {
        constexpr Direction right = seen_by(S, Direction::forward_right), left = seen_by(S, Direction::forward_left);
        return worth.column * next_to<ahead>(men_) + worth.pair * next_to<Direction::right>(men_) +
               worth.diagonal * (next_to<right>(men_) + next_to<left>(men_)) +
               worth.sideways * (next_to<Direction::right>(empty_) + next_to<Direction::left>(empty_)) +
               worth.forward * steps_forward();
    }

    // Men next to a square of the set, in direction d.
    template <Direction d>
    int next_to(Bitboard squares) const {
        return std::popcount(shift<d>(men_) & squares);
    }

    int steps_forward() const {
        constexpr Directions ways = R.man_moves.without(Direction::right).without(Direction::left).seen_by(S);
        int steps = 0;
        for_each_direction<ways>([&]<Direction d>() { steps += next_to<d>(empty_); });
        return steps;
    }

    Bitboard men_, kings_, enemy_men_, empty_;
};

template <const Ruleset& R>
class Evaluation {
  public:
    // `network`: the learned weights for the ruleset. Without it, the hand-made evaluation is used.
    explicit Evaluation(const Network* network = nullptr) : network_(network) {}

    // `sums`: those for a similar position, if there are any; they become those for this position.
    Value operator()(const Position& position, Network::Sums& sums) const {
        return network_ != nullptr ? (*network_)(position, sums) : (*this)(position);
    }

    Value operator()(const Position& position) const {
        if (network_ != nullptr) return (*network_)(position);
        Tapered total = by_hand(position);
        if (position.turn == Side::black) total = {-total.opening, -total.ending};
        total = total + weights<R>.tempo;
        const int pieces = std::min(std::popcount(position.occupied()), all_pieces);
        return (total.opening * pieces + total.ending * (all_pieces - pieces)) / all_pieces;
    }

  private:
    static constexpr int all_pieces = 2 * std::popcount(R.men_ranks) * (R.dark_squares_only ? 4 : 8);

    static Tapered by_hand(const Position& position) {
        return SideEvaluation<R, Side::white>(position).total() - SideEvaluation<R, Side::black>(position).total();
    }

    const Network* network_;
};

} // namespace damaci
