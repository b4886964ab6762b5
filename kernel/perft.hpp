// Perft: the number of move sequences of a given length, the usual check of a move generator.
#pragma once

#include "perft_table.hpp"
#include "replies.hpp"

#include <atomic>

namespace damaci {

// Makes a running perft return early. Its count is then meaningless.
using StopFlag = std::atomic<bool>;

// What is counted: moves, or the paths of moves (path_perft.hpp).
enum class Counted : std::uint8_t { moves, paths };

template <const Ruleset& R, Side S>
std::uint64_t perft(const Position& position, int depth, PerftTable* table, const StopFlag& stop) {
    if (depth == 1) return count_moves<R, S>(position);
    if (depth == 0) return 1;
    if (stop.load(std::memory_order_relaxed)) return 0;
    if (depth == 2) return count_replies<R, S>(position);
    return count_once(table, position, depth, [&] {
        std::uint64_t nodes = 0;
        MoveSink sink([&]<bool is_king>(Bitboard origin, Bitboard target, Bitboard captured) {
            nodes += perft<R, other(S)>(after<S, is_king>(position, origin, target, captured), depth - 1, table, stop);
        });
        visit_moves<R, S>(position, sink);
        return nodes;
    });
}

template <const Ruleset& R>
std::uint64_t perft(const Position& position, int depth, PerftTable* table, const StopFlag& stop) {
    return position.turn == Side::white ? perft<R, Side::white>(position, depth, table, stop)
                                        : perft<R, Side::black>(position, depth, table, stop);
}

} // namespace damaci
