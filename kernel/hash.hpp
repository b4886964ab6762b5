// A 64-bit key of a position: its placement and the side to move. It is the same on every machine and under every
// ruleset.
#pragma once

#include "position.hpp"

namespace damaci {

// Each step is a bijection of the set that it adds, so positions that differ in only one of the three sets never share
// a key. Three multiplications cost less than keeping a key up to date while moves are generated.
constexpr std::uint64_t hash(const Position& position) {
    const auto mix = [](std::uint64_t key, std::uint64_t multiplier) {
        key *= multiplier;
        return key ^ key >> 32;
    };
    std::uint64_t key = mix(position.white, 0x9e3779b97f4a7c15);
    key = mix(key + position.black, 0xbf58476d1ce4e5b9);
    key = mix(key ^ position.kings, 0x94d049bb133111eb);
    key = mix(key + 0x2545f4914f6cdd1d, 0xd6e8feb86659fd93);
    return position.turn == Side::white ? key : ~key;
}

} // namespace damaci
