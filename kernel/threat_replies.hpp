// Counts the replies to quiet moves in positions where the enemy could already capture: a move that changes no square
// on which the enemy's captures depend does not change their number.
#pragma once

#include "man_influence.hpp"
#include "movegen.hpp"

namespace damaci {

// The squares on which the captures of kings that stand or land on `from` depend, while pieces leave the `open`
// squares: the squares that they see from there, and those behind the enemy pieces in sight.
template <const Ruleset& R>
Bitboard king_influence(Bitboard from, Bitboard open, Bitboard enemy) {
    Bitboard squares = 0;
    for_each_direction<R.king_captures>([&]<Direction d>() {
        const Bitboard run = fill<d>(from, open), sight = run | shift<d>(run);
        squares |= sight | shift<d>(sight & enemy);
    });
    return squares;
}

// A sink for the quiet moves of side S, in a position in which the enemy could capture if it were to move.
template <const Ruleset& R, Side S>
class ThreatSink {
  public:
    explicit ThreatSink(const Position& position)
        : ThreatSink(position, man_captures<R, other(S)>(position), king_captures<R, other(S)>(position)) {}

    template <Direction d>
    void man_steps(Bitboard targets) {
        const Bitboard kings = targets & (king_influence_ | shift<d>(king_influence_));
        const Bitboard changing = kings | man_influence_.template changing<d>(targets);
        count_ += popcount(targets ^ changing) * captures_;
        MoveSink play{play_and_count()};
        play.template man_steps<d>(changing);
    }

    void king_steps(Square king, Bitboard targets) {
        const Bitboard kings = (king_influence_ & bit(king)) != 0 ? targets : targets & king_influence_;
        const Bitboard changing = kings | man_influence_.changing(king, targets);
        count_ += popcount(targets ^ changing) * captures_;
        MoveSink play{play_and_count()};
        play.king_steps(king, changing);
    }

    std::uint64_t count() const { return count_; }

  private:
    ThreatSink(const Position& position, const ManCaptures<R, other(S)>& men, const KingCaptures<R>& kings)
        : position_(position), man_influence_((position.of(other(S)) & ~position.kings) | men.landed(), position.of(S),
                                              ~position.occupied()) {
        if (const Bitboard enemy_kings = position.of(other(S)) & position.kings; enemy_kings != 0)
            king_influence_ = king_influence<R>(enemy_kings | kings.landed(),
                                                ~position.occupied() | enemy_kings | kings.taken(), position.of(S));
        CountingSink captures;
        emit_captures<R, other(S)>(kings, men, captures);
        captures_ = captures.count();
    }

    static std::uint64_t popcount(Bitboard squares) { return static_cast<std::uint64_t>(std::popcount(squares)); }

    auto play_and_count() {
        return [this]<bool is_king>(Bitboard origin, Bitboard target, Bitboard) {
            count_ += count_moves<R, other(S)>(after<S, is_king>(position_, origin, target, 0));
        };
    }

    const Position& position_;
    ManInfluence<R, S> man_influence_;
    Bitboard king_influence_ = 0;
    std::uint64_t captures_; // the number of captures of the enemy before our move
    std::uint64_t count_ = 0;
};

} // namespace damaci
