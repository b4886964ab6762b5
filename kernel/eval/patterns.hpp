// What the hand-made evaluation leaves out, learned from games: how the men stand together in small windows of the
// board, how material compares, and where kings stand.
//
// A window's squares are each empty, white's man or black's man: a number in base three, by which its table is looked
// up. All values are seen from white.
#pragma once

#include "../position.hpp"
#include "weights.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace damaci {

// Four files by two ranks, or two by four, from its lower left square on.
struct Window {
    static constexpr int squares = 8;
    static constexpr std::size_t patterns = 6'561; // 3 to the power of that

    int file, rank, width;

    constexpr Bitboard row(int i) const { return ((Bitboard{1} << width) - 1) << (8 * (rank + i) + file); }

    constexpr Bitboard mask() const {
        Bitboard all = 0;
        for (int i = 0; i < squares / width; ++i)
            all |= row(i);
        return all;
    }
};

// They overlap: what matters lies across the edge of one as often as not.
inline constexpr auto windows = [] {
    std::array<Window, 36> all{};
    std::size_t n = 0;
    for (int rank = 1; rank <= 5; ++rank) {
        for (int file = 0; file <= 4; file += 2)
            all[n++] = {file, rank, 4};
    }
    for (int rank = 1; rank <= 3; ++rank) {
        for (int file = 0; file <= 6; ++file)
            all[n++] = {file, rank, 2};
    }
    return all;
}();

class Patterns {
  public:
    struct Weight { // in eighths of a centiman
        std::int16_t opening, ending;
    };
    static constexpr int unit = 8;

    // The tables one after the other: windows, balance, squares of white's kings, of black's.
    explicit Patterns(std::span<const std::byte> bytes) : tables_(std::make_unique<Tables>()) {
        if (bytes.size() != sizeof(Tables))
            throw std::invalid_argument("the weights are " + std::to_string(bytes.size()) + " bytes long; expected " +
                                        std::to_string(sizeof(Tables)));
        std::memcpy(tables_.get(), bytes.data(), sizeof(Tables));
    }

    Tapered operator()(const Position& position) const {
        Tapered sum = men(position.white & ~position.kings, position.black & ~position.kings);
        sum = sum + of(tables_->balance[balance(position)]);
        for_each_square(position.white & position.kings,
                        [&](Square king) { sum = sum + of(tables_->white_king[king]); });
        for_each_square(position.black & position.kings,
                        [&](Square king) { sum = sum + of(tables_->black_king[king]); });
        return sum;
    }

  private:
    // Beyond these one is as good as another.
    static constexpr int kings_counted = 3, most_more = 5, pairs_counted = 8;
    static constexpr std::size_t balances =
        (kings_counted + 1) * (kings_counted + 1) * (2 * most_more + 1) * (pairs_counted + 1);

    struct Tables {
        std::array<std::array<Weight, Window::patterns>, windows.size()> men;
        std::array<Weight, balances> balance;
        std::array<Weight, 64> white_king, black_king;
    };

    static Tapered of(Weight weight) { return {weight.opening, weight.ending}; }

    Tapered men(Bitboard white, Bitboard black) const {
        return [&]<std::size_t... i>(std::index_sequence<i...>) {
            return (of(tables_->men[i][pattern<windows[i]>(white, black)]) + ...);
        }(std::make_index_sequence<windows.size()>());
    }

    template <Window window>
    static std::size_t pattern(Bitboard white, Bitboard black) {
        return ternary[gather<window>(white)] + 2 * ternary[gather<window>(black)];
    }

    // What of a set lies in the window, one bit a square.
    template <Window window>
    static std::size_t gather(Bitboard set) {
#if defined(__BMI2__)
        return _pext_u64(set, window.mask());
#else
        Bitboard bits = 0;
        for (int i = 0; i < Window::squares / window.width; ++i)
            bits |= (set & window.row(i)) >> (8 * (window.rank + i) + window.file - window.width * i);
        return bits;
#endif
    }

    // Binary digits read as ternary ones.
    static constexpr auto ternary = [] {
        std::array<std::uint16_t, 256> table{};
        for (unsigned bits = 0; bits < 256; ++bits) {
            for (unsigned i = 0, power = 1; i < 8; ++i, power *= 3)
                table[bits] = static_cast<std::uint16_t>(table[bits] + (bits >> i & 1) * power);
        }
        return table;
    }();

    // By each side's kings, the difference in men, and how many men there are.
    static std::size_t balance(const Position& position) {
        const auto kings = [&](Bitboard side) { return std::min(std::popcount(side & position.kings), kings_counted); };
        const auto men = [&](Bitboard side) { return std::popcount(side & ~position.kings); };
        const int white = men(position.white), black = men(position.black);
        const int more = std::clamp(white - black, -most_more, most_more) + most_more;
        const int pairs = std::min((white + black) / 2, pairs_counted);
        const int both_kings = kings(position.white) * (kings_counted + 1) + kings(position.black);
        return static_cast<std::size_t>((both_kings * (2 * most_more + 1) + more) * (pairs_counted + 1) + pairs);
    }

    std::unique_ptr<Tables> tables_;
};

} // namespace damaci
