// Counts the replies to quiet moves where the enemy could capture already: a move that changes no square on which its
// captures depend leaves their number as it is.
#pragma once

#include "man_influence.hpp"
#include "movegen.hpp"

namespace damaci {

// The squares on which the captures of kings depend that stand or land on `from`, while pieces leave the `open`
// squares: what they see from there, and what covers the enemy pieces in sight.
template <const Ruleset& R>
Bitboard king_influence(Bitboard from, Bitboard open, Bitboard enemy) {
    Bitboard squares = 0;
    for_each_direction<R.king_captures>([&]<Direction d>() {
        const Bitboard run = fill<d>(from, open), sight = run | shift<d>(run);
        squares |= sight | shift<d>(sight & enemy);
    });
    return squares;
}

// Takes the quiet moves of side S, in a position where the enemy could capture if it were to move.
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
    std::uint64_t captures_; // of the enemy before ours
    std::uint64_t count_ = 0;
};

} // namespace damaci
