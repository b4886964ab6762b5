// Sets of k of n squares, numbered consecutively in colexicographic order.
#pragma once

#include "../bitboard.hpp"

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace damaci {

inline constexpr int most_of_a_kind = 6;

// choose[n][k]
inline constexpr auto choose = [] {
    std::array<std::array<std::uint64_t, most_of_a_kind + 1>, 65> table{};
    for (std::size_t n = 0; n <= 64; ++n) {
        table[n][0] = 1;
        for (std::size_t k = 1; k <= std::min<std::size_t>(n, most_of_a_kind); ++k)
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
    }
    return table;
}();

// The number of a set among the sets of its size in the domain.
inline std::uint64_t rank_of(Bitboard set, Bitboard domain) {
    std::uint64_t rank = 0;
    for (std::size_t k = 1; set != 0; set = without_first(set), ++k)
        rank += choose[static_cast<std::size_t>(std::popcount(domain & (first_bit(set) - 1)))][k];
    return rank;
}

// The square of the domain with this rank.
inline Bitboard nth_square(Bitboard domain, std::size_t n) {
#ifdef __BMI2__
    return _pdep_u64(Bitboard{1} << n, domain);
#else
    for (; n > 0; --n)
        domain = without_first(domain);
    return first_bit(domain);
#endif
}

// The set of k squares of the domain with this number, which has to be below choose[domain's size][k].
inline Bitboard unrank(std::uint64_t rank, std::size_t k, Bitboard domain) {
    Bitboard set = 0;
    for (auto n = static_cast<std::size_t>(std::popcount(domain)); k > 1; --k) {
        do
            --n;
        while (choose[n][k] > rank);
        rank -= choose[n][k];
        set |= nth_square(domain, n);
    }
    return k == 1 ? set | nth_square(domain, rank) : set;
}

// The set of k squares with the number zero.
inline Bitboard first_set(std::size_t k, Bitboard domain) {
    Bitboard rest = domain;
    for (; k > 0; --k)
        rest = without_first(rest);
    return domain ^ rest;
}

// The set with the next number, which has to exist: the lowest square of the set that has a free square above it moves
// up by one, and those below it move to the first squares. The carry skips squares outside the domain.
inline Bitboard next_set(Bitboard set, Bitboard domain) {
    const Bitboard moved = ((set | ~domain) + first_bit(set)) & domain;
    const auto below = static_cast<std::size_t>(std::popcount(set) - std::popcount(moved));
    return moved | first_set(below, domain);
}

} // namespace damaci
