// Counts the sequences of two moves without playing most of the first moves.
//
// A quiet move changes two squares, so it changes the enemy's moves only around them. Whether enemy men can capture
// after it, and how many of their steps it opens and closes, is computed for all moves in one direction at once. Moves
// that allow a capture, or that change a square visible to an enemy king, are played.
#pragma once

#include "movegen.hpp"

namespace damaci {

// Takes the quiet moves of side S, in a position where the enemy could capture nothing if it were to move.
template <const Ruleset& R, Side S>
class ReplySink {
  public:
    explicit ReplySink(const Position& position)
        : position_(position), enemy_men_(position.of(other(S)) & ~position.kings) {
        const Bitboard empty = ~position.occupied();
        for_each_direction<steps>([&]<Direction d>() { replies_ += popcount(shift<d>(enemy_men_) & empty); });
        for_each_direction<jumps>([&]<Direction d>() {
            const Bitboard attacked = shift<d>(enemy_men_);
            exposed_ |= attacked & shift<opposite(d)>(empty);
            shields_ |= shift<d>(attacked & position.of(S));
        });
        for_each_square(position.of(other(S)) & position.kings, [&](Square king) {
            const Bitboard sight = seen<R.king_captures>(king, ~empty);
            const Bitboard roads = seen<R.king_moves>(king, ~empty);
            replies_ += popcount(roads & empty);
            watched_ |= roads | seen<R.king_captures>(king, ~empty ^ (sight & position.of(S)));
        });
        exposed_ |= watched_;
        shields_ |= watched_;
    }

    template <Direction d>
    void man_steps(Bitboard targets) {
        Bitboard unsafe = exposed_ | shift<d>(shields_);
        if constexpr (jumps.contains(opposite(d)))
            unsafe |= shift<opposite(d)>(enemy_men_); // onto the square just left
        const Bitboard safe = targets & ~unsafe;
        count_ += popcount(safe) * replies_ + steps_onto(shift<opposite(d)>(safe)) - steps_onto(safe);
        MoveSink play{play_and_count()};
        play.template man_steps<d>(targets & unsafe);
    }

    void king_steps(Square king, Bitboard targets) {
        Bitboard unsafe = (shields_ & bit(king)) != 0 ? targets : exposed_;
        for_each_direction<jumps>(
            [&]<Direction d>() { unsafe |= shift<d>(enemy_men_) & shift<opposite(d)>(bit(king)); });
        const Bitboard safe = targets & ~unsafe;
        count_ += popcount(safe) * (replies_ + steps_onto(bit(king))) - steps_onto(safe);
        MoveSink play{play_and_count()};
        play.king_steps(king, targets & unsafe);
    }

    std::uint64_t count() const { return count_; }

  private:
    static constexpr Directions steps = R.man_moves.seen_by(other(S));
    static constexpr Directions jumps = R.man_captures.seen_by(other(S));

    static std::uint64_t popcount(Bitboard squares) { return static_cast<std::uint64_t>(std::popcount(squares)); }

    // Steps that enemy men could make onto these squares, were they empty.
    std::uint64_t steps_onto(Bitboard squares) const {
        std::uint64_t count = 0;
        for_each_direction<steps>([&]<Direction d>() { count += popcount(shift<d>(enemy_men_) & squares); });
        return count;
    }

    auto play_and_count() {
        return [this]<bool is_king>(Bitboard origin, Bitboard target, Bitboard) {
            const Position next = after<S, is_king>(position_, origin, target, 0);
            count_ += watched_ == 0 ? ManCaptures<R, other(S)>::count(next.of(other(S)), next.of(S), ~next.occupied())
                                    : count_moves<R, other(S)>(next);
        };
    }

    const Position& position_;
    Bitboard enemy_men_;
    Bitboard exposed_ = 0;      // where a piece could be captured that came there
    Bitboard shields_ = 0;      // squares whose pieces protect another one: leaving allows a capture
    Bitboard watched_ = 0;      // what enemy kings see, and the pieces that cover those they see
    std::uint64_t replies_ = 0; // quiet moves of the enemy before ours
    std::uint64_t count_ = 0;
};

// The number of sequences of two moves.
template <const Ruleset& R, Side S>
std::uint64_t count_replies(const Position& position) {
    const auto count = [&]<bool has_kings>() -> std::uint64_t {
        std::uint64_t replies = 0;
        MoveSink each([&]<bool is_king>(Bitboard origin, Bitboard target, Bitboard captured) {
            replies += count_moves<R, other(S)>(after<S, is_king>(position, origin, target, captured));
        });
        if (visit_captures<R, S, has_kings>(position, each)) return replies;
        if (can_capture<R, other(S)>(position)) {
            visit_quiet_moves<R, S, has_kings>(position, each);
            return replies;
        }
        ReplySink<R, S> sink(position);
        visit_quiet_moves<R, S, has_kings>(position, sink);
        return sink.count();
    };
    const bool has_kings = (position.of(S) & position.kings) != 0;
    return has_kings ? count.template operator()<true>() : count.template operator()<false>();
}

} // namespace damaci
