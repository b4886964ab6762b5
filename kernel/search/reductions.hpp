// The number of plies by which a late quiet move is first searched shallower.
#pragma once

#include "parameters.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace damaci {

// Made before the first search, because not every target allows two threads to make it at the same time.
inline const auto logarithms = [] {
    std::array<double, 64> values{};
    for (std::size_t n = 1; n < values.size(); ++n)
        values[n] = std::log(n);
    return values;
}();

// The reduction in plies. `tried`: the number of moves before this one; the first is never reduced.
inline int reduction(int depth, std::size_t tried, const Parameters& parameters) {
    if (tried == 0) return 0;
    const double product =
        logarithms[static_cast<std::size_t>(std::min(depth, 63))] * logarithms[std::min<std::size_t>(tried, 63)];
    const double plies = parameters.reduction_base / 100.0 + product * 100.0 / parameters.reduction_divisor;
    return std::max(static_cast<int>(plies), 0);
}

} // namespace damaci
