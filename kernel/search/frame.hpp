// The state of the search at one node between the root and the current node.
#pragma once

#include "picker.hpp"

#include <vector>

namespace damaci {

struct Frame {
    Position position;
    std::uint64_t key = 0;
    std::vector<Move> line; // the best from here
    MoveList moves;
    Picker picker;

    void remember_line(std::size_t place, const std::vector<Move>& rest) {
        line.assign(1, moves[place]);
        line.insert(line.end(), rest.begin(), rest.end());
    }
};

} // namespace damaci
