// How many sequences of two moves there are, without playing most of the first ones.
//
// A quiet move touches two squares, so it changes the enemy's possibilities only around them. Whether it lets enemy men
// capture, and how many steps of theirs it opens and closes, is found for all moves in one direction at once. Only moves
// after which something can be captured are played.
#pragma once

#include "movegen.hpp"

namespace damaci {

// Takes the quiet moves of side S, when the enemy has men only and could capture nothing if it were to move.
template <const Ruleset& R, Side S>
class ReplySink {
  public:
    explicit ReplySink(const Position& position)
        : position_(position), empty_(~position.occupied()), enemy_(position.of(other(S))) {
        for_each_direction<ways>([&]<Direction d>() { steps_ += popcount(shift<d>(enemy_) & empty_); });
        for_each_direction<jumps>([&]<Direction d>() {
            const Bitboard attacked = shift<d>(enemy_);
            exposed_ |= attacked & shift<opposite(d)>(empty_);
            shielding_ |= shift<d>(attacked & position.of(S));
        });
    }

    template <Direction d>
    [[gnu::flatten]] void man_steps(Bitboard targets) {
        Bitboard captured = exposed_ | shift<d>(shielding_);
        if constexpr (jumps.contains(opposite(d))) captured |= shift<opposite(d)>(enemy_); // onto the square just left
        const Bitboard safe = targets & ~captured;
        count_ += popcount(safe) * steps_ + steps_onto(shift<opposite(d)>(safe)) - steps_onto(safe);
        MoveSink play{play_and_count()};
        play.template man_steps<d>(targets & captured);
    }

    void king_steps(Square king, Bitboard targets) {
        Bitboard captured = (shielding_ & bit(king)) != 0 ? targets : exposed_;
        for_each_direction<jumps>(
            [&]<Direction d>() { captured |= shift<d>(enemy_) & shift<opposite(d)>(bit(king)); });
        const Bitboard safe = targets & ~captured;
        count_ += popcount(safe) * (steps_ + steps_onto(bit(king))) - steps_onto(safe);
        MoveSink play{play_and_count()};
        play.king_steps(king, targets & captured);
    }

    std::uint64_t count() const { return count_; }

  private:
    static constexpr Directions ways = R.man_moves.seen_by(other(S));
    static constexpr Directions jumps = R.man_captures.seen_by(other(S));

    static std::uint64_t popcount(Bitboard squares) { return static_cast<std::uint64_t>(std::popcount(squares)); }

    // Steps that enemy men could make onto these squares, were they empty.
    std::uint64_t steps_onto(Bitboard squares) const {
        std::uint64_t steps = 0;
        for_each_direction<ways>([&]<Direction d>() { steps += popcount(shift<d>(enemy_) & squares); });
        return steps;
    }

    auto play_and_count() {
        return [this]<bool is_king>(Bitboard origin, Bitboard target, Bitboard) {
            const Position next = after<S, is_king>(position_, origin, target, 0);
            count_ += ManCaptures<R, other(S)>::count(next.of(other(S)), next.of(S), ~next.occupied());
        };
    }

    const Position& position_;
    Bitboard empty_, enemy_;
    Bitboard exposed_ = 0;    // empty squares, too, on which a piece could be captured
    Bitboard shielding_ = 0;  // squares that must stay occupied, lest the piece before them be captured
    std::uint64_t steps_ = 0; // quiet moves of the enemy before ours
    std::uint64_t count_ = 0;
};

// The number of sequences of two moves from a position in which the enemy has men only.
template <const Ruleset& R, Side S>
std::uint64_t count_replies(const Position& position) {
    const auto count = [&]<bool has_kings>() -> std::uint64_t {
        CountingSink replies;
        MoveSink each([&]<bool is_king>(Bitboard origin, Bitboard target, Bitboard captured) {
            const Position next = after<S, is_king>(position, origin, target, captured);
            visit_moves<R, other(S), false>(next, replies);
        });
        if (visit_captures<R, S, has_kings>(position, each)) return replies.count();
        if (ManCaptures<R, other(S)>::possible(position.of(other(S)), position.of(S), ~position.occupied())) {
            visit_quiet_moves<R, S, has_kings>(position, each);
            return replies.count();
        }
        ReplySink<R, S> sink(position);
        visit_quiet_moves<R, S, has_kings>(position, sink);
        return sink.count();
    };
    const bool has_kings = (position.of(S) & position.kings) != 0;
    return has_kings ? count.template operator()<true>() : count.template operator()<false>();
}

} // namespace damaci
