// Perft of any ruleset, on several threads.
#pragma once

#include "parallel.hpp"
#include "path_perft.hpp"

#include <vector>

namespace damaci {

struct PerftRequest {
    std::size_t ruleset; // its index in AllRulesets
    Position root;
    int depth;
    int threads = 1;
    Counted counted = Counted::moves;
    PerftTable* table = nullptr; // without it, everything is counted
};

// A position near the root, and the number of sequences that lead to it.
struct PerftJob {
    Position position;
    std::uint64_t ways;
};

template <const Ruleset& R>
std::vector<PerftJob> one_move_on(const std::vector<PerftJob>& jobs, Counted counted) {
    std::vector<PerftJob> next;
    MoveList moves;
    for (const auto& [position, ways] : jobs) {
        generate<R>(position, moves);
        for (const Move& move : moves) {
            const bool paths = counted == Counted::paths && move.is_capture();
            next.push_back({play(position, move), paths ? ways * PathCounter(R, position, move).count() : ways});
        }
    }
    return next;
}

// Splits the tree near its root. `interrupted` is polled on the calling thread; when it returns true, the perft
// stops and its count is meaningless.
template <const Ruleset& R, class Interrupted>
std::uint64_t perft_on_threads(const PerftRequest& request, Interrupted interrupted) {
    const std::size_t jobs_enough = 64 * static_cast<std::size_t>(request.threads);
    std::vector<PerftJob> jobs{{request.root, 1}};
    int depth = request.depth;
    for (; depth > 1 && jobs.size() < jobs_enough && !jobs.empty(); --depth)
        jobs = one_move_on<R>(jobs, request.counted);

    std::atomic<std::uint64_t> nodes = 0;
    const auto work = [&](std::size_t i, const StopFlag& stop) {
        const auto& [position, ways] = jobs[i];
        nodes += ways * (request.counted == Counted::moves ? perft<R>(position, depth, request.table, stop)
                                                           : path_perft<R>(position, depth, request.table, stop));
    };
    for_each_index(jobs.size(), request.threads, work, interrupted);
    return nodes;
}

template <class Interrupted>
std::uint64_t perft_on_threads(const PerftRequest& request, Interrupted interrupted) {
    return AllRulesets::visit(request.ruleset,
                              [&]<const Ruleset & R>() { return perft_on_threads<R>(request, interrupted); });
}

} // namespace damaci
