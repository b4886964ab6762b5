// Perft for programs that list a capture once for each path. All paths of a move lead to the same position, so a move
// is multiplied by its number of paths. Only a king that captures several pieces can have more than one.
#pragma once

#include "path_count.hpp"
#include "perft.hpp"

namespace damaci {

template <const Ruleset& R, bool is_king>
std::uint64_t count_paths(const Position& position, Bitboard origin, Bitboard target, Bitboard captured) {
    if (!is_king || without_first(captured) == 0) return 1;
    const Move move{captured, static_cast<std::uint8_t>(first_square(origin)),
                    static_cast<std::uint8_t>(first_square(target))};
    return PathCounter(R, position, move).count();
}

template <const Ruleset& R, Side S>
std::uint64_t path_perft(const Position& position, int depth, PerftTable* table, const StopFlag& stop) {
    if (depth == 0) return 1;
    if (depth == 1 && (position.of(S) & position.kings) == 0) return count_moves<R, S>(position);
    if (depth == 2 && position.kings == 0) return count_replies<R, S>(position);
    if (stop.load(std::memory_order_relaxed)) return 0;
    const auto count = [&] {
        std::uint64_t nodes = 0;
        MoveSink sink([&]<bool is_king>(Bitboard origin, Bitboard target, Bitboard captured) {
            nodes +=
                count_paths<R, is_king>(position, origin, target, captured) *
                path_perft<R, other(S)>(after<S, is_king>(position, origin, target, captured), depth - 1, table, stop);
        });
        visit_moves<R, S>(position, sink);
        return nodes;
    };
    return depth == 1 ? count() : count_once(table, position, depth, count);
}

template <const Ruleset& R>
std::uint64_t path_perft(const Position& position, int depth, PerftTable* table, const StopFlag& stop) {
    return position.turn == Side::white ? path_perft<R, Side::white>(position, depth, table, stop)
                                        : path_perft<R, Side::black>(position, depth, table, stop);
}

} // namespace damaci
