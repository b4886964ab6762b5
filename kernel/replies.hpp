// Counts the sequences of two moves without playing most of the first moves.
//
// A quiet move changes two squares, so it changes the enemy's moves only around them. Whether enemy men can capture
// after it, and how many of their steps it makes possible or impossible, is computed for all moves in one direction at
// once. Moves that change the captures of an enemy king, or that allow more than one capture, are played.
#pragma once

#include "exposures.hpp"
#include "king_sights.hpp"
#include "movegen.hpp"
#include "tally.hpp"
#include "threat_replies.hpp"

namespace damaci {

// A sink for the quiet moves of side S, in a position in which the enemy could not capture if it were to move.
template <const Ruleset& R, Side S, bool facing_kings>
class ReplySink {
  public:
    ReplySink(const Position& position, const Exposures<R, S>& exposures) : position_(position), exposures_(exposures) {
        const Bitboard men = position.of(other(S)) & ~position.kings;
        for_each_direction<steps>([&]<Direction d>() { steps_onto_.add(shift<d>(men)); });
        replies_ = steps_onto_.sum(~position.occupied());
    }

    ReplySink(const Position& position, const Exposures<R, S>& exposures, const KingSights<R, other(S)>& kings)
        : ReplySink(position, exposures) {
        // The squares that a king would step onto count as if a man did, unless too many pieces did.
        const Bitboard full = steps_onto_.full();
        steps_onto_.add(kings.ends() & ~full);
        king_influence_ = kings.influence();
        king_influence_.add(kings.ends() & full);
        replies_ += kings.steps();
    }

    template <Direction d>
    void man_steps(Bitboard targets) {
        Bitboard played = 0;
        if constexpr (facing_kings) played = king_influence_.template changing<d>(targets);
        const Bitboard exposing = exposures_.template exposing<d>(targets & ~played);
        const Bitboard safe = targets & ~played & ~exposing;
        count_ += popcount(safe) * replies_ + steps_onto_.sum(shift<opposite(d)>(safe)) - steps_onto_.sum(safe);
        if (played != 0) play_man_steps<d>(played);
        if (exposing != 0) count_exposing<d>(exposing);
    }

    void king_steps(Square king, Bitboard targets) {
        Bitboard played = 0;
        if constexpr (facing_kings) played = king_influence_.changing(king, targets);
        const Bitboard exposing = exposures_.exposing(king, targets & ~played);
        const Bitboard safe = targets & ~played & ~exposing;
        count_ += popcount(safe) * (replies_ + steps_onto_.sum(bit(king))) - steps_onto_.sum(safe);
        auto play = all_counter();
        play.king_steps(king, played);
        auto play_exposing = man_capture_counter();
        play_exposing.king_steps(king, exposing);
    }

    std::uint64_t count() const { return count_; }

  private:
    static constexpr Directions steps = R.man_moves.seen_by(other(S));

    static std::uint64_t popcount(Bitboard squares) { return static_cast<std::uint64_t>(std::popcount(squares)); }

    // Plays moves and counts the replies.
    auto all_counter() {
        return MoveSink([this]<bool is_king>(Bitboard origin, Bitboard target, Bitboard) {
            count_ += count_moves<R, other(S)>(after<S, is_king>(position_, origin, target, 0));
        });
    }

    // The same for moves after which men can capture and kings cannot.
    auto man_capture_counter() {
        return MoveSink([this]<bool is_king>(Bitboard origin, Bitboard target, Bitboard) {
            count_ += count_man_captures<R, other(S)>(after<S, is_king>(position_, origin, target, 0));
        });
    }

    template <Direction d>
    void play_man_steps(Bitboard targets) {
        auto play = all_counter();
        play.template man_steps<d>(targets);
    }

    // Moves after which men can capture and kings cannot.
    template <Direction d>
    void count_exposing(Bitboard exposing) {
        const Bitboard with_choice = exposures_.template with_choice<d>(exposing);
        count_ += popcount(exposing ^ with_choice);
        auto play = man_capture_counter();
        play.template man_steps<d>(with_choice);
    }

    const Position& position_;
    const Exposures<R, S>& exposures_;
    KingInfluence king_influence_;
    Tally<steps.size()> steps_onto_; // the number of enemy pieces that could step onto a square if it were empty
    std::uint64_t replies_;          // the number of quiet moves of the enemy before our move
    std::uint64_t count_ = 0;
};

// The number of sequences of two moves that begin with a quiet move.
template <const Ruleset& R, Side S, bool has_kings>
std::uint64_t count_quiet_replies(const Position& position) {
    const auto count = [&](auto sink) {
        visit_quiet_moves<R, S, has_kings>(position, sink);
        return sink.count();
    };
    const Exposures<R, S> exposures(position.of(other(S)) & ~position.kings, position.of(S), ~position.occupied());
    const bool facing_kings = (position.of(other(S)) & position.kings) != 0;
    if (!facing_kings) {
        if (exposures.already()) return count(ThreatSink<R, S, false>(position));
        return count(ReplySink<R, S, false>(position, exposures));
    }
    if (exposures.already()) return count(ThreatSink<R, S, true>(position));
    const KingSights<R, other(S)> kings(position);
    if (kings.can_capture()) return count(ThreatSink<R, S, true>(position));
    return count(ReplySink<R, S, true>(position, exposures, kings));
}

// The number of sequences of two moves.
template <const Ruleset& R, Side S>
std::uint64_t count_replies(const Position& position) {
    const auto count = [&]<bool has_kings>() -> std::uint64_t {
        std::uint64_t replies = 0;
        MoveSink each([&]<bool is_king>(Bitboard origin, Bitboard target, Bitboard captured) {
            replies += count_moves<R, other(S)>(after<S, is_king>(position, origin, target, captured));
        });
        if (visit_captures<R, S, has_kings>(position, each)) return replies;
        return count_quiet_replies<R, S, has_kings>(position);
    };
    const bool has_kings = (position.of(S) & position.kings) != 0;
    return has_kings ? count.template operator()<true>() : count.template operator()<false>();
}

} // namespace damaci
