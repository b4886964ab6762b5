// A part of a material: the positions in which a given number of men of each side stand on each rank.
//
// A quiet move of a king or a sideways step of a man stays within its part; a step forward leads to a part that is
// further ahead, and no quiet move leads back. So the parts of a material can be solved one after the other.
#pragma once

#include "combinations.hpp"

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace damaci {

inline constexpr std::size_t rank_count = 8;

constexpr Bitboard squares_of_rank(std::size_t rank) {
    return rank_1 << (8 * rank);
}

// Men on each rank, as the side to move sees it.
using MenByRank = std::array<std::uint8_t, rank_count>;

struct Ranks {
    MenByRank own{}, enemy{};

    static constexpr Ranks of(Bitboard own_men, Bitboard enemy_men) { return {by_rank(own_men), by_rank(enemy_men)}; }

    // The part as the other side sees it.
    constexpr Ranks flipped() const { return {turned_round(enemy), turned_round(own)}; }

    friend constexpr auto operator<=>(const Ranks&, const Ranks&) = default;

  private:
    static constexpr MenByRank by_rank(Bitboard men) {
        MenByRank counts{};
        for (std::size_t rank = 0; rank < rank_count; ++rank)
            counts[rank] = static_cast<std::uint8_t>(std::popcount(men & squares_of_rank(rank)));
        return counts;
    }

    static constexpr MenByRank turned_round(MenByRank men) {
        std::ranges::reverse(men);
        return men;
    }
};

// The sets of men with a given number of men on each rank, numbered consecutively.
class RankedMen {
  public:
    RankedMen(const MenByRank& counts, Bitboard squares) {
        for (std::size_t rank = 0; rank < rank_count; ++rank) {
            rows_[rank] = {squares & squares_of_rank(rank), counts[rank], 0};
            rows_[rank].ways = choose[static_cast<std::size_t>(std::popcount(rows_[rank].squares))][counts[rank]];
        }
    }

    std::uint64_t size() const {
        std::uint64_t size = 1;
        for (const Row& row : rows_)
            size *= row.ways;
        return size;
    }

    std::uint64_t number(Bitboard men) const {
        std::uint64_t number = 0;
        for (const Row& row : rows_)
            number = number * row.ways + rank_of(men & row.squares, row.squares);
        return number;
    }

    Bitboard set(std::uint64_t number) const {
        Bitboard men = 0;
        for (std::size_t rank = rank_count; rank-- > 0;) {
            const Row& row = rows_[rank];
            if (row.count > 0) men |= unrank(number % row.ways, row.count, row.squares);
            number /= row.ways;
        }
        return men;
    }

  private:
    struct Row {
        Bitboard squares;
        std::size_t count;
        std::uint64_t ways;
    };

    std::array<Row, rank_count> rows_;
};

} // namespace damaci
