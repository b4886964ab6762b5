// Written moves and games, for Python.

#include "binding.hpp"
#include "movetext.hpp"

#include <nanobind/stl/optional.h>

namespace damaci {

namespace {

std::optional<std::string_view> read_game(const RuledPosition& start, std::string_view text, bool last_three_kings) {
    const auto list = [&](const Position& position, MoveList& moves) { list_moves({start.ruleset, position}, moves); };
    return WrittenGame(start.rules(), start.board, text, last_three_kings, list).read();
}

} // namespace

void bind_movetext(nb::class_<RuledPosition>& position) {
    position.def("read_game", &read_game, "text"_a, "last_three_kings"_a = false);
}

} // namespace damaci
