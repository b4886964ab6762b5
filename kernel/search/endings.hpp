// The draw rules that a search honours; zero and `never` switch a rule off.
#pragma once

#include <cstdint>

namespace damaci {

enum class OneEach : std::uint8_t { never, at_once, unless_capture };

struct Endings {
    OneEach one_each = OneEach::never;
    int kings_only_moves = 0;  // of both players together, king against king, nothing captured
    int repetitions = 0;       // occurrences of a position with the same side to move
    int no_progress_moves = 0; // of each player, without a capture or a man's move

    friend bool operator==(const Endings&, const Endings&) = default;
};

} // namespace damaci
