// The squares of the board, sets of them, and their images.
//
// Sets of squares are numbers: bit 0 is the corner from which squares are counted, first along the rank. The side to
// move goes up.
#pragma once

#include <array>
#include <cstdint>

using Bits = std::uint32_t;

constexpr int half_bits = 12;
constexpr int most_squares = 2 * half_bits;

enum Step { up, right, down, left };

inline int files;
inline int ranks;
inline int squares;

inline Bits bit(int square) {
    return Bits{1} << square;
}

// The next square in a direction, or -1 at the edge.
inline int next(int square, int step) {
    const int file = square % files;
    switch (step) {
        case up:
            return square + files < squares ? square + files : -1;
        case down:
            return square >= files ? square - files : -1;
        case right:
            return file + 1 < files ? square + 1 : -1;
        default:
            return file > 0 ? square - 1 : -1;
    }
}

inline bool is_last_rank(int square) {
    return square >= squares - files;
}

inline int flipped(int square) {
    return square % files + squares - files - square / files * files;
}

inline int mirrored(int square) {
    return square - square % files + files - 1 - square % files;
}

// The images of all sets of squares, by the halves of the sets.
class Images {
  public:
    void fill(int image_of(int)) {
        for (int square = 0; square < squares; ++square)
            for (Bits half = 0; half < images_[0].size(); ++half)
                if (half & bit(square % half_bits)) images_[square / half_bits][half] |= bit(image_of(square));
    }

    Bits operator()(Bits set) const { return images_[0][set % bit(half_bits)] | images_[1][set >> half_bits]; }

  private:
    std::array<std::array<Bits, 1 << half_bits>, 2> images_{};
};

inline Images flip;
inline Images mirror;
