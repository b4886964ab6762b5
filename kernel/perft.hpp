// Perft: how many sequences of so many moves there are, the board game world's check of a move generator.
#pragma once

#include "replies.hpp"

#include <atomic>
#include <chrono>
#include <future>
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

// The positions one move further on.
template <const Ruleset& R>
std::vector<Position> successors(const std::vector<Position>& positions) {
    std::vector<Position> next;
    MoveList moves;
    for (const Position& position : positions) {
        generate<R>(position, moves);
        for (const Move& move : moves)
            next.push_back(play(position, move));
    }
    return next;
}

// Splits the tree near its root among threads. `interrupted` is asked now and then, on the calling thread, whether to
// give up; the count then means nothing.
template <const Ruleset& R, class Interrupted>
std::uint64_t perft_on_threads(const Position& root, int depth, int threads, Interrupted interrupted) {
    constexpr std::size_t jobs_a_thread = 64;
    std::vector<Position> jobs{root};
    for (; depth > 1 && jobs.size() < jobs_a_thread * static_cast<std::size_t>(threads) && !jobs.empty(); --depth)
        jobs = successors<R>(jobs);

    StopFlag stop = false;
    std::atomic<std::size_t> next_job = 0;
    const auto work = [&] {
        std::uint64_t nodes = 0;
        for (std::size_t job; !stop && (job = next_job++) < jobs.size();)
            nodes += perft<R>(jobs[job], depth, stop);
        return nodes;
    };
    std::vector<std::future<std::uint64_t>> workers;
    for (int i = 0; i < threads; ++i)
        workers.push_back(std::async(std::launch::async, work));

    std::uint64_t nodes = 0;
    for (auto& worker : workers) {
        while (worker.wait_for(std::chrono::milliseconds(20)) != std::future_status::ready)
            stop = stop || interrupted();
        nodes += worker.get();
    }
    return nodes;
}

} // namespace damaci
