// Counts, for all squares at once, how many of several sets contain each square. The counts are stored by bits: the
// first set has the squares whose count is odd, the next those whose count has the second bit, and so on.
#pragma once

#include "bitboard.hpp"

namespace damaci {

template <std::size_t most>
class Tally {
  public:
    void add(Bitboard squares) {
        for (Bitboard& bits : bits_) {
            const Bitboard carry = bits & squares;
            bits ^= squares;
            squares = carry;
        }
    }

    // The squares whose counts cannot become larger.
    Bitboard full() const {
        Bitboard squares = ~Bitboard{0};
        for (const Bitboard bits : bits_)
            squares &= bits;
        return squares;
    }

    // The sum of the counts of these squares.
    std::uint64_t sum(Bitboard squares) const {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < bits_.size(); ++i)
            sum += static_cast<std::uint64_t>(std::popcount(bits_[i] & squares)) << i;
        return sum;
    }

  private:
    std::array<Bitboard, std::bit_width(most)> bits_{};
};

} // namespace damaci
