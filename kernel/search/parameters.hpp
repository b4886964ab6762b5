// The parameters of the search that only games can determine. `lab tune` looks for better values.
#pragma once

#include <array>
#include <string_view>

namespace damaci {

struct Parameters {
    // Half the width of the first window around the value of the previous depth, in centimen.
    int aspiration = 15;
    // Up to this depth, a position is not searched if its value is above beta by this margin, in centimen, for each
    // ply.
    int good_enough_depth = 4;
    int good_enough_margin = 50;
    // From this depth on, a search of this share of the depth, in percent, is tried first. If its value is above beta
    // by this margin for each ply, in centimen, it replaces the deep search.
    int probcut_depth = 4;
    int probcut_share = 40;
    int probcut_margin = 12;
    // From this depth on, late moves are searched shallower. The reduction is the base plus the product of the
    // logarithms of the depth and of the move's place, divided by the divisor; both numbers are in hundredths.
    int reduction_depth = 3;
    int reduction_base = 40;
    int reduction_divisor = 200;
    // A success adds this weight times the square of the depth to a move's history, up to this maximum.
    int history_weight = 16;
    int history_most = 2048;
};

struct NamedParameter {
    std::string_view name;
    int Parameters::* member;
    int least, most;
};

inline constexpr std::array named_parameters{
    NamedParameter{"aspiration", &Parameters::aspiration, 1, 500},
    NamedParameter{"good_enough_depth", &Parameters::good_enough_depth, 0, 20},
    NamedParameter{"good_enough_margin", &Parameters::good_enough_margin, 0, 1000},
    NamedParameter{"probcut_depth", &Parameters::probcut_depth, 2, 200},
    NamedParameter{"probcut_share", &Parameters::probcut_share, 0, 99},
    NamedParameter{"probcut_margin", &Parameters::probcut_margin, 0, 1000},
    NamedParameter{"reduction_depth", &Parameters::reduction_depth, 2, 200},
    NamedParameter{"reduction_base", &Parameters::reduction_base, -1000, 1000},
    NamedParameter{"reduction_divisor", &Parameters::reduction_divisor, 10, 10'000},
    NamedParameter{"history_weight", &Parameters::history_weight, 0, 1000},
    NamedParameter{"history_most", &Parameters::history_most, 0, 16'384},
};

} // namespace damaci
