// Legal moves.
//
//     MoveList moves;
//     generate<turkish>(position, moves);                // all legal moves (only captures, if there are any)
//     generate_captures<turkish>(position, moves);       // false, and an empty list, if nothing can be captured
//     can_capture<turkish>(position, Side::black);       // whether that side could capture if it were to move
//     Position next = play(position, moves[0]);          // position.hpp
//     std::uint64_t key = hash(next);                    // hash.hpp
//     visit_moves<turkish, Side::white>(position, sink); // the generator itself: fills any sink (sinks.hpp)
//
// AllRulesets::visit (rules.hpp) converts a ruleset chosen at run time to a template argument.
#pragma once

#include "king_captures.hpp"
#include "man_captures.hpp"
#include "position.hpp"
#include "sinks.hpp"

namespace damaci {

// The captures of side S's kings.
template <const Ruleset& R, Side S>
KingCaptures<R> king_captures(const Position& position) {
    return {position.of(S) & position.kings, position.of(other(S)), position.occupied()};
}

template <const Ruleset& R, Side S>
ManCaptures<R, S> man_captures(const Position& position) {
    return {position.of(S) & ~position.kings, position.of(other(S)), ~position.occupied()};
}

// The captures that the ruleset's choice and priority allow.
template <const Ruleset& R, Side S, class Sink>
void emit_captures(const KingCaptures<R>& kings, const ManCaptures<R, S>& men, Sink& sink) {
    constexpr bool maximum = R.choice == Choice::maximum;
    const bool by_kings =
        kings.any() && (R.priority == Priority::king_first || !maximum || kings.longest() >= men.longest());
    const bool by_men = R.priority == Priority::none ? !maximum || men.longest() >= kings.longest() : !by_kings;
    if (by_kings) kings.emit(sink);
    if (by_men) men.emit(sink);
}

// The captures that the ruleset's choice and priority allow. Returns false if there are none. Positions without kings
// have specialised code.
template <const Ruleset& R, Side S, bool has_kings, class Sink>
bool visit_captures(const Position& position, Sink& sink) {
    const ManCaptures<R, S> men = man_captures<R, S>(position);
    if constexpr (has_kings) {
        const KingCaptures<R> kings = king_captures<R, S>(position);
        emit_captures<R, S>(kings, men, sink);
        return kings.any() || men.longest() > 0;
    }
    men.emit(sink);
    return men.longest() > 0;
}

template <const Ruleset& R, Side S, class Sink>
bool visit_captures(const Position& position, Sink& sink) {
    const bool has_kings = (position.of(S) & position.kings) != 0;
    return has_kings ? visit_captures<R, S, true>(position, sink) : visit_captures<R, S, false>(position, sink);
}

template <const Ruleset& R, Side S, bool has_kings, class Sink>
void visit_quiet_moves(const Position& position, Sink& sink) {
    const Bitboard own = position.of(S), empty = ~position.occupied();
    const Bitboard kings = has_kings ? own & position.kings : 0;
    for_each_direction<R.man_moves.seen_by(S)>(
        [&]<Direction d>() { sink.template man_steps<d>(shift<d>(own ^ kings) & empty); });
    for_each_square(kings, [&](Square king) { sink.king_steps(king, seen<R.king_moves>(king, ~empty) & empty); });
}

template <const Ruleset& R, Side S, bool has_kings, class Sink>
void visit_moves(const Position& position, Sink& sink) {
    if (!visit_captures<R, S, has_kings>(position, sink)) visit_quiet_moves<R, S, has_kings>(position, sink);
}

template <const Ruleset& R, Side S, class Sink>
void visit_moves(const Position& position, Sink& sink) {
    if ((position.of(S) & position.kings) != 0)
        visit_moves<R, S, true>(position, sink);
    else
        visit_moves<R, S, false>(position, sink);
}

// Adds every move to a list.
inline auto listing_sink(MoveList& moves) {
    return MoveSink([&moves]<bool>(Bitboard origin, Bitboard target, Bitboard captured) {
        moves.push_back({captured, static_cast<std::uint8_t>(first_square(origin)),
                         static_cast<std::uint8_t>(first_square(target))});
    });
}

template <const Ruleset& R>
void generate(const Position& position, MoveList& moves) {
    auto sink = listing_sink(moves);
    moves.clear();
    if (position.turn == Side::white)
        visit_moves<R, Side::white>(position, sink);
    else
        visit_moves<R, Side::black>(position, sink);
}

template <const Ruleset& R>
bool generate_captures(const Position& position, MoveList& moves) {
    auto sink = listing_sink(moves);
    moves.clear();
    if (position.turn == Side::white) return visit_captures<R, Side::white>(position, sink);
    return visit_captures<R, Side::black>(position, sink);
}

// All legal moves where nothing can be captured.
template <const Ruleset& R>
void generate_quiet_moves(const Position& position, MoveList& moves) {
    auto sink = listing_sink(moves);
    moves.clear();
    if (position.turn == Side::white)
        visit_quiet_moves<R, Side::white, true>(position, sink);
    else
        visit_quiet_moves<R, Side::black, true>(position, sink);
}

// The number of quiet moves of side S.
template <const Ruleset& R, Side S, bool has_kings>
std::uint64_t count_quiet_moves(const Position& position) {
    CountingSink moves;
    visit_quiet_moves<R, S, has_kings>(position, moves);
    return moves.count();
}

// The number of captures of side S, of which no king can capture.
template <const Ruleset& R, Side S>
std::uint64_t count_man_captures(const Position& position) {
    return ManCaptures<R, S>::count(position.of(S) & ~position.kings, position.of(other(S)), ~position.occupied());
}

// The number of legal moves of side S, computed without listing them.
template <const Ruleset& R, Side S>
[[gnu::noinline]] std::uint64_t count_moves(const Position& position) {
    const bool has_kings = (position.of(S) & position.kings) != 0;
    if (has_kings) {
        const KingCaptures<R> kings = king_captures<R, S>(position);
        if (kings.any()) {
            CountingSink captures;
            emit_captures<R, S>(kings, man_captures<R, S>(position), captures);
            return captures.count();
        }
    }
    if (const auto captures = count_man_captures<R, S>(position); captures != 0) return captures;
    return has_kings ? count_quiet_moves<R, S, true>(position) : count_quiet_moves<R, S, false>(position);
}

// Whether side S could capture if it were to move.
template <const Ruleset& R, Side S>
bool can_capture(const Position& position) {
    const Bitboard own = position.of(S), enemy = position.of(other(S)), occupied = own | enemy;
    const Bitboard kings = own & position.kings;
    bool captures = ManCaptures<R, S>::possible(own ^ kings, enemy, ~occupied);
    for_each_square(kings, [&](Square king) { captures = captures || king_can_capture<R>(king, enemy, occupied); });
    return captures;
}

template <const Ruleset& R>
bool can_capture(const Position& position, Side side) {
    return side == Side::white ? can_capture<R, Side::white>(position) : can_capture<R, Side::black>(position);
}

} // namespace damaci
