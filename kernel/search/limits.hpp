// How far a search goes and how much it tells. Zero means no limit.
#pragma once

#include <cstdint>

namespace damaci {

struct Limits {
    int depth = 0;
    std::uint64_t nodes = 0;
    double seconds = 0;
    int lines = 1; // how many of the best moves are followed
    int threads = 1;
};

} // namespace damaci
