// Reads a written game of a ruleset that is chosen at run time.
#pragma once

#include "movetext.hpp"
#include "ruled_position.hpp"

namespace damaci {

// The result of WrittenGame::read(), with a listener that is called for every move and remark.
template <class Listener>
std::optional<std::string_view> play_through(const RuledPosition& start, std::string_view text, bool last_three_kings,
                                             Listener& listener) {
    const auto list = [&](const Position& position, MoveList& moves) { list_moves({start.ruleset, position}, moves); };
    using Game = WrittenGame<decltype(list), Listener&>;
    return Game(start.rules(), start.board, text, last_three_kings, list, listener).read();
}

} // namespace damaci
