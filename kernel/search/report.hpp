// The report of a search after each depth, and at its end.
#pragma once

#include "../move.hpp"
#include "score.hpp"

#include <cstdint>
#include <vector>

namespace damaci {

struct Line {
    Score score;
    std::vector<Move> moves; // the principal variation
};

struct Report {
    int depth = 0;
    std::uint64_t nodes = 0;
    double seconds = 0;
    std::vector<Line> lines; // best first
};

} // namespace damaci
