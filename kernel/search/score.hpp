// A value in the form that is reported outside the search.
#pragma once

#include "value.hpp"

#include <cstdint>

namespace damaci {

struct Score {
    enum class Kind : std::uint8_t { centimen, win, loss, draw };

    Kind kind = Kind::centimen;
    int number = 0; // centimen, or plies until the win or loss

    // `drawn`: whether the line from which the value comes ends in a draw by the rules.
    static constexpr Score of(Value value, bool drawn) {
        if (value >= proven_value) return {Kind::win, won_value - value};
        if (value <= -proven_value) return {Kind::loss, won_value + value};
        if (value == draw_value && drawn) return {Kind::draw, 0};
        return {Kind::centimen, value};
    }
};

} // namespace damaci
