// The move generators of all rulesets, compiled once for all targets.

#include "ruled_position.hpp"

namespace damaci {

void list_moves(const RuledPosition& position, MoveList& moves) {
    position.visit([&]<const Ruleset & R>() { generate<R>(position.board, moves); });
}

std::uint64_t perft(const RuledPosition& position, int depth, const StopFlag& stop) {
    return position.visit([&]<const Ruleset & R>() { return perft<R>(position.board, depth, nullptr, stop); });
}

bool has_move(const RuledPosition& position, const Move& move) {
    MoveList moves;
    list_moves(position, moves);
    return std::find(moves.begin(), moves.end(), move) != moves.end();
}

} // namespace damaci
