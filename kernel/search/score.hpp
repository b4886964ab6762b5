// A value in the form that is reported outside the search.
#pragma once

#include "value.hpp"

#include <cstdint>

namespace damaci {

struct Score {
    enum class Kind : std::uint8_t { centimen, win, loss, draw };

    Kind kind = Kind::centimen;
    int number = 0; // centimen, or plies until the win or loss

    // `drawn`: whether the value is that of a draw, at the end of a line that is drawn by the rules.
    static constexpr Score of(Value value, bool drawn) {
        if (drawn) return {Kind::draw, 0};
        if (value >= proven_value) return {Kind::win, won_value - value};
        if (value <= -proven_value) return {Kind::loss, won_value + value};
        return {Kind::centimen, value};
    }
};

} // namespace damaci
