// Positions for the WebAssembly module: moves, paths, perft.

#include "capi.hpp"
#include "hash.hpp"
#include "paths.hpp"
#include "perft_threads.hpp"

namespace damaci::capi {
namespace {

constexpr const char* illegal = "that is not a legal move here";

void put_squares(Results& results, const std::vector<Square>& squares) {
    results.put(static_cast<std::uint8_t>(squares.size()));
    for (const Square square : squares)
        results.put(static_cast<std::uint8_t>(square));
}

std::int32_t put_paths(const std::vector<Path>& paths) {
    Results results;
    for (const Path& path : paths) {
        put_squares(results, path.squares);
        put_squares(results, path.jumps);
    }
    return Results::size();
}

} // namespace
} // namespace damaci::capi

using namespace damaci::capi;

// position -> u64
DAMACI_FUNCTION(key) {
    const damaci::RuledPosition position = Arguments().position();
    Results().put(hash(position.board));
    return Results::size();
}

// position -> the moves
DAMACI_FUNCTION(moves) {
    const damaci::RuledPosition position = Arguments().position();
    damaci::MoveList moves;
    list_moves(position, moves);
    Results results;
    for (const damaci::Move& move : moves)
        results.put_move(move);
    return Results::size();
}

// position, move, u32 limit -> for each path the number of squares (u8), the squares, the number of jumps, the jumps
DAMACI_FUNCTION(paths) {
    Arguments arguments;
    const damaci::RuledPosition position = arguments.position();
    const damaci::Move move = arguments.move();
    const auto limit = arguments.next<std::uint32_t>();
    if (!has_move(position, move)) return Results::refuse(illegal);
    if (!move.is_capture()) return put_paths({{{move.origin, move.target}, {}}});
    return put_paths(damaci::PathFinder(position.rules(), position.board, limit).paths_of(move));
}

// position, u32 limit -> the same for every capture that can physically be made
DAMACI_FUNCTION(all_captures) {
    Arguments arguments;
    const damaci::RuledPosition position = arguments.position();
    const auto limit = arguments.next<std::uint32_t>();
    return put_paths(damaci::PathFinder(position.rules(), position.board, limit).all());
}

// position, move -> the position after it
DAMACI_FUNCTION(play) {
    Arguments arguments;
    const damaci::RuledPosition position = arguments.position();
    const damaci::Move move = arguments.move();
    if (!has_move(position, move)) return Results::refuse(illegal);
    Results().put_position(play(position.board, move));
    return Results::size();
}

// position, u32 depth, u32 megabytes of a hash table, u8 whether paths are counted -> u64
DAMACI_FUNCTION(perft) {
    Arguments arguments;
    const damaci::RuledPosition position = arguments.position();
    const int depth = arguments.count();
    const auto megabytes = arguments.next<std::uint32_t>();
    const bool paths = arguments.flag();
    if (paths && !can_count_paths(position.board))
        return Results::refuse("paths are counted where neither side has more than 16 pieces");
    std::optional<damaci::PerftTable> table;
    if (megabytes > 0) table.emplace(megabytes);
    const auto counted = paths ? damaci::Counted::paths : damaci::Counted::moves;
    Results().put(damaci::perft_on_threads({.ruleset = position.ruleset,
                                            .root = position.board,
                                            .depth = depth,
                                            .threads = 1,
                                            .counted = counted,
                                            .table = table ? &*table : nullptr},
                                           [] { return false; }));
    return Results::size();
}
