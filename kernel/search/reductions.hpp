// How much shallower a late quiet move is searched at first.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace damaci {

inline int reduction(int depth, std::size_t tried) {
    static const auto table = [] {
        std::array<std::array<int, 64>, 64> plies{};
        for (int d = 1; d < 64; ++d) {
            for (int n = 1; n < 64; ++n)
                plies[d][n] = static_cast<int>(0.4 + std::log(d) * std::log(n) / 2.0);
        }
        return plies;
    }();
    return table[static_cast<std::size_t>(std::min(depth, 63))][std::min<std::size_t>(tried, 63)];
}

} // namespace damaci
