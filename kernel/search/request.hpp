// The request for a search: the position, the draw rules, the limits and the callbacks.
#pragma once

#include "../eval/network.hpp"
#include "../tablebase/tables.hpp"
#include "limits.hpp"
#include "parameters.hpp"
#include "report.hpp"
#include "terms.hpp"

#include <functional>

namespace damaci {

struct Request {
    std::size_t ruleset = 0; // its index in AllRulesets
    Position position;
    std::vector<std::uint64_t> history; // keys of earlier positions that can still occur again, oldest first
    int quiet_plies = 0;                // since the last capture or man's move
    Terms terms;
    Limits limits;
    Parameters parameters;
    const Network* network = nullptr; // null: the hand-made evaluation is used
    const Tables* tables = nullptr;   // endgame tables for the same rules
    // Both are called on the calling thread, and may throw to end the search.
    std::function<void(const Report&)> on_depth;
    std::function<void()> poll;
    double poll_seconds = 0.05; // the approximate interval between calls
};

} // namespace damaci
