// What a search keeps of a node on the way from the root to where it is.
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
