// The names that other languages use for the terms of rules.hpp and of the draw rules.
#pragma once

#include "rules.hpp"
#include "search/terms.hpp"

#include <array>
#include <optional>
#include <string_view>

namespace damaci {

inline constexpr std::array direction_words{"forward",  "forward-right", "right", "backward-right",
                                            "backward", "backward-left", "left",  "forward-left"};

// Calls f(word) for each of the directions.
template <class F>
void for_each_word(Directions directions, F f) {
    for (std::size_t i = 0; i < direction_words.size(); ++i) {
        if (directions.contains(static_cast<Direction>(i))) f(direction_words[i]);
    }
}

// Calls f(rank) for each rank, 1 to 8, that the owner's men fill at the start.
template <class F>
void for_each_men_rank(const Ruleset& ruleset, F f) {
    for (int rank = 1; rank <= 8; ++rank) {
        if ((ruleset.men_ranks >> (rank - 1) & 1) != 0) f(rank);
    }
}

constexpr const char* word(Landing landing) {
    return landing == Landing::any_behind ? "any-behind" : "right-behind";
}
constexpr const char* word(Removal removal) {
    return removal == Removal::at_once ? "at-once" : "after-move";
}
constexpr const char* word(Choice choice) {
    return choice == Choice::maximum ? "maximum" : "any";
}
constexpr const char* word(Priority priority) {
    constexpr std::array words{"none", "king-first", "king-among-equals"};
    return words[static_cast<std::size_t>(priority)];
}

inline constexpr std::array<std::string_view, 3> one_each_words{"never", "at-once", "unless-capture"};

inline std::optional<OneEach> one_each_of(std::string_view word) {
    for (std::size_t i = 0; i < one_each_words.size(); ++i) {
        if (one_each_words[i] == word) return static_cast<OneEach>(i);
    }
    return std::nullopt;
}

} // namespace damaci
