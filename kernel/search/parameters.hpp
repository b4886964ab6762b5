// The numbers of the search that only games can decide. `lab tune` looks for better ones.
#pragma once

#include <array>
#include <string_view>

namespace damaci {

struct Parameters {
    int aspiration = 15;         // half of the first window around the value of the depth before, in centimen
    int good_enough_depth = 4;   // up to this depth, a position far enough above beta is not searched
    int good_enough_margin = 50; // how far for each ply, in centimen
    int probcut_depth = 4;       // the least depth at which a shallower search is tried in place of the deep one
    int probcut_share = 40;      // the depth of that search, in percent
    int probcut_margin = 12;     // how far it has to end above beta for each ply, in centimen
    int reduction_depth = 3;     // the least depth at which late moves are searched shallower
    int reduction_base = 40;     // how much, in hundredths of a ply: this, and
    int reduction_divisor =
        200;                 // the logarithms of depth and place, multiplied and divided by this, also in hundredths
    int history_weight = 16; // what a success adds to a move's history, for each square of the depth
    int history_most = 2048; // and at most
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
