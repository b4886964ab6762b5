// Counts the replies to quiet moves in positions where the enemy could already capture: a move that changes no square
// on which the enemy's captures depend does not change their number.
#pragma once

#include "king_influence.hpp"
#include "man_influence.hpp"
#include "movegen.hpp"

namespace damaci {

// A sink for the quiet moves of side S, in a position in which the enemy could capture if it were to move.
template <const Ruleset& R, Side S, bool facing_kings>
class ThreatSink {
  public:
    explicit ThreatSink(const Position& position) : ThreatSink(position, man_captures<R, other(S)>(position)) {}

    template <Direction d>
    void man_steps(Bitboard targets) {
        Bitboard changing = man_influence_.template changing<d>(targets);
        if constexpr (facing_kings) changing |= king_influence_.template changing<d>(targets);
        count_ += popcount(targets ^ changing) * captures_;
        MoveSink play{play_and_count()};
        play.template man_steps<d>(changing);
    }

    void king_steps(Square king, Bitboard targets) {
        Bitboard changing = man_influence_.changing(king, targets);
        if constexpr (facing_kings) changing |= king_influence_.changing(king, targets);
        count_ += popcount(targets ^ changing) * captures_;
        MoveSink play{play_and_count()};
        play.king_steps(king, changing);
    }

    std::uint64_t count() const { return count_; }

  private:
    ThreatSink(const Position& position, const ManCaptures<R, other(S)>& men)
        : position_(position), man_influence_((position.of(other(S)) & ~position.kings) | men.landed(), position.of(S),
                                              ~position.occupied()) {
        CountingSink captures;
        if constexpr (facing_kings)
            add_kings(men, captures);
        else
            men.emit(captures);
        captures_ = captures.count();
    }

    void add_kings(const ManCaptures<R, other(S)>& men, CountingSink& captures) {
        const KingCaptures<R> kings = king_captures<R, other(S)>(position_);
        const Bitboard standing = position_.of(other(S)) & position_.kings;
        king_influence_ = influence_on_captures<R>(standing | kings.landed(),
                                                   ~position_.occupied() | standing | kings.taken(), position_.of(S));
        emit_captures<R, other(S)>(kings, men, captures);
    }

    static std::uint64_t popcount(Bitboard squares) { return static_cast<std::uint64_t>(std::popcount(squares)); }

    auto play_and_count() {
        return [this]<bool is_king>(Bitboard origin, Bitboard target, Bitboard) {
            count_ += count_moves<R, other(S)>(after<S, is_king>(position_, origin, target, 0));
        };
    }

    const Position& position_;
    ManInfluence<R, S> man_influence_;
    KingInfluence king_influence_;
    std::uint64_t captures_; // the number of captures of the enemy before our move
    std::uint64_t count_ = 0;
};

} // namespace damaci
