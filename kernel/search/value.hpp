// The value of a node as one integer: centimen (hundredths of a man) for the side to move, or, near the ends of the
// range, the distance of a win or loss from the root in plies.
#pragma once

namespace damaci {

using Value = int;

inline constexpr int max_ply = 240; // no line is followed further from the root
inline constexpr Value won_value = 30'000;
inline constexpr Value infinite_value = won_value + 1;
inline constexpr Value proven_value = won_value - 1'000; // from here on, a value is a distance in plies

// The value of a win or loss at a node so many plies below the root.
constexpr Value win_at(int ply) {
    return won_value - ply;
}
constexpr Value loss_at(int ply) {
    return ply - won_value;
}

constexpr bool is_proven(Value value) {
    return value >= proven_value || value <= -proven_value;
}

} // namespace damaci
