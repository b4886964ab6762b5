// Counts the sequences of two moves without playing most of the first moves.
//
// A quiet move changes two squares, so it changes the enemy's moves only around them. Whether enemy men can capture
// after it, and how many of their steps it makes possible or impossible, is computed for all moves in one direction at
// once. Moves that change a square visible to an enemy king, or that allow more than one capture, are played.
#pragma once

#include "exposures.hpp"
#include "movegen.hpp"
#include "tally.hpp"
#include "threat_replies.hpp"

namespace damaci {

// The squares that the kings of side S see, in a position in which the other side is to move.
template <const Ruleset& R, Side S>
struct KingSights {
    explicit KingSights(const Position& position) {
        const Bitboard enemy = position.of(other(S)), occupied = position.occupied();
        for_each_square(position.of(S) & position.kings, [&](Square king) {
            const Bitboard sight = seen<R.king_captures>(king, occupied);
            const Bitboard further = seen<R.king_captures>(king, occupied ^ (sight & enemy));
            const Bitboard roads = seen<R.king_moves>(king, occupied);
            captures |= further & ~sight & ~occupied;
            steps += static_cast<std::uint64_t>(std::popcount(roads & ~occupied));
            squares |= roads | further;
        });
    }

    Bitboard squares = 0;    // those in sight, and those behind an enemy piece in sight
    Bitboard captures = 0;   // those on which they land if they can capture
    std::uint64_t steps = 0; // the number of their quiet moves
};

// A sink for the quiet moves of side S, in a position in which the enemy could not capture if it were to move.
template <const Ruleset& R, Side S>
class ReplySink {
  public:
    ReplySink(const Position& position, const Exposures<R, S>& exposures, const KingSights<R, other(S)>& kings)
        : position_(position), exposures_(exposures), watched_(kings.squares), replies_(kings.steps) {
        const Bitboard men = position.of(other(S)) & ~position.kings;
        for_each_direction<steps>([&]<Direction d>() { steps_onto_.add(shift<d>(men)); });
        replies_ += steps_onto_.sum(~position.occupied());
    }

    template <Direction d>
    void man_steps(Bitboard targets) {
        const Bitboard watched = targets & (watched_ | shift<d>(watched_));
        const Bitboard exposing = exposures_.template exposing<d>(targets & ~watched);
        const Bitboard safe = targets & ~watched & ~exposing;
        count_ += popcount(safe) * replies_ + steps_onto_.sum(shift<opposite(d)>(safe)) - steps_onto_.sum(safe);
        if (watched != 0) play_man_steps<d>(watched);
        if (exposing != 0) count_exposing<d>(exposing);
    }

    void king_steps(Square king, Bitboard targets) {
        const Bitboard watched = (watched_ & bit(king)) != 0 ? targets : targets & watched_;
        const Bitboard unsafe = watched | exposures_.exposing(king, targets & ~watched);
        const Bitboard safe = targets & ~unsafe;
        count_ += popcount(safe) * (replies_ + steps_onto_.sum(bit(king))) - steps_onto_.sum(safe);
        MoveSink play([&]<bool is_king>(Bitboard origin, Bitboard target, Bitboard) {
            count_ += count_moves<R, other(S)>(after<S, is_king>(position_, origin, target, 0));
        });
        play.king_steps(king, unsafe);
    }

    std::uint64_t count() const { return count_; }

  private:
    static constexpr Directions steps = R.man_moves.seen_by(other(S));

    static std::uint64_t popcount(Bitboard squares) { return static_cast<std::uint64_t>(std::popcount(squares)); }

    template <Direction d>
    void play_man_steps(Bitboard targets) {
        MoveSink play([&]<bool is_king>(Bitboard origin, Bitboard target, Bitboard) {
            count_ += count_moves<R, other(S)>(after<S, is_king>(position_, origin, target, 0));
        });
        play.template man_steps<d>(targets);
    }

    // Moves after which men can capture and kings cannot.
    template <Direction d>
    void count_exposing(Bitboard exposing) {
        const Bitboard with_choice = exposures_.template with_choice<d>(exposing);
        count_ += popcount(exposing ^ with_choice);
        MoveSink play([&]<bool is_king>(Bitboard origin, Bitboard target, Bitboard) {
            count_ += count_man_captures<R, other(S)>(after<S, is_king>(position_, origin, target, 0));
        });
        play.template man_steps<d>(with_choice);
    }

    const Position& position_;
    const Exposures<R, S>& exposures_;
    Bitboard watched_;
    Tally<steps.size()> steps_onto_; // the number of enemy men that could step onto a square if it were empty
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
    if (exposures.already()) return count(ThreatSink<R, S>(position));
    const KingSights<R, other(S)> kings(position);
    if (kings.captures != 0) return count(ThreatSink<R, S>(position));
    return count(ReplySink<R, S>(position, exposures, kings));
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
