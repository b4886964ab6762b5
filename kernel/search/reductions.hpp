// How much shallower a late quiet move is searched at first.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace damaci {

// Made before the first search: not every target can let two threads ask for it at once when it is not there yet.
inline const auto reductions = [] {
    std::array<std::array<int, 64>, 64> plies{};
    for (int d = 1; d < 64; ++d) {
        for (int n = 1; n < 64; ++n)
            plies[d][n] = static_cast<int>(0.4 + std::log(d) * std::log(n) / 2.0);
    }
    return plies;
}();

inline int reduction(int depth, std::size_t tried) {
    return reductions[static_cast<std::size_t>(std::min(depth, 63))][std::min<std::size_t>(tried, 63)];
}

} // namespace damaci
