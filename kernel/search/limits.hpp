// How far a search goes and how many lines it reports. Zero means no limit.
#pragma once

#include <cstdint>

namespace damaci {

struct Limits {
    int depth = 0;
    std::uint64_t nodes = 0;
    double seconds = 0;
    int lines = 1; // the number of best moves that are reported
    int threads = 1;
};

} // namespace damaci
