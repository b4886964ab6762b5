// Perft: how many sequences of so many moves there are, the board game world's check of a move generator.
#pragma once

#include "parallel.hpp"
#include "replies.hpp"

#include <atomic>
#include <vector>

namespace damaci {

// Makes a perft return early, with a count that means nothing.
using StopFlag = std::atomic<bool>;

template <const Ruleset& R, Side S>
std::uint64_t perft(const Position& position, int depth, const StopFlag& stop) {
    if (depth == 1) return count_moves<R, S>(position);
    if (depth == 0) return 1;
    if (stop.load(std::memory_order_relaxed)) return 0;
    if (depth == 2) return count_replies<R, S>(position);
    std::uint64_t nodes = 0;
    MoveSink sink([&]<bool is_king>(Bitboard origin, Bitboard target, Bitboard captured) {
        nodes += perft<R, other(S)>(after<S, is_king>(position, origin, target, captured), depth - 1, stop);
    });
    visit_moves<R, S>(position, sink);
    return nodes;
}

template <const Ruleset& R>
std::uint64_t perft(const Position& position, int depth, const StopFlag& stop) {
    return position.turn == Side::white ? perft<R, Side::white>(position, depth, stop)
                                        : perft<R, Side::black>(position, depth, stop);
}

inline std::uint64_t perft(std::size_t ruleset, const Position& position, int depth, const StopFlag& stop) {
    return AllRulesets::visit(ruleset, [&]<const Ruleset & R>() { return perft<R>(position, depth, stop); });
}

// The positions one move further on.
inline std::vector<Position> successors(std::size_t ruleset, const std::vector<Position>& positions) {
    std::vector<Position> next;
    MoveList moves;
    for (const Position& position : positions) {
        AllRulesets::visit(ruleset, [&]<const Ruleset & R>() { generate<R>(position, moves); });
        for (const Move& move : moves)
            next.push_back(play(position, move));
    }
    return next;
}

// Splits the tree near its root among threads. `interrupted` is asked now and then, on the calling thread, whether to
// give up; the count then means nothing.
template <class Interrupted>
std::uint64_t perft_on_threads(std::size_t ruleset, const Position& root, int depth, int threads,
                               Interrupted interrupted) {
    const std::size_t jobs_enough = 64 * static_cast<std::size_t>(threads);
    std::vector<Position> jobs{root};
    for (; depth > 1 && jobs.size() < jobs_enough && !jobs.empty(); --depth)
        jobs = successors(ruleset, jobs);

    std::atomic<std::uint64_t> nodes = 0;
    const auto work = [&](std::size_t job, const StopFlag& stop) { nodes += perft(ruleset, jobs[job], depth, stop); };
    for_each_index(jobs.size(), threads, work, interrupted);
    return nodes;
}

} // namespace damaci
