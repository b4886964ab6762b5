// The quiet moves of side S that change the captures of enemy men: moves to or from squares on which jumps depend.
#pragma once

#include "position.hpp"

namespace damaci {

template <const Ruleset& R, Side S>
class ManInfluence {
  public:
    // `men` are the squares on which enemy men stand, or on which they would land during a capture.
    ManInfluence(Bitboard men, Bitboard own, Bitboard empty) : men_(men) {
        for_each_direction<jumps>([&]<Direction d>() {
            const Bitboard attacked = shift<d>(men), here = attacked & shift<opposite(d)>(empty);
            const Bitboard behind = shift<d>(attacked & own);
            twice_ |= (squares_ & (here | behind)) | (here & behind);
            squares_ |= here | behind;
        });
    }

    // The squares on which a piece would be captured, and the squares behind attacked pieces.
    Bitboard squares() const { return squares_; }

    // The squares among these that affect more than one jump.
    Bitboard twice() const { return twice_; }

    // The targets of steps in direction d that change something.
    template <Direction d>
    Bitboard changing(Bitboard targets) const {
        return targets & (squares_ | shift<d>(squares_) | onto_left<d>());
    }

    // The targets of a king's moves that change something.
    Bitboard changing(Square king, Bitboard targets) const {
        if ((squares_ & bit(king)) != 0) return targets;
        Bitboard squares = squares_;
        for_each_direction<jumps>([&]<Direction d>() { squares |= shift<d>(men_) & shift<opposite(d)>(bit(king)); });
        return targets & squares;
    }

    // The targets of steps in direction d towards a man that can then jump onto the square that was left.
    template <Direction d>
    Bitboard onto_left() const {
        return jumps.contains(opposite(d)) ? shift<opposite(d)>(men_) : 0;
    }

  private:
    static constexpr Directions jumps = R.man_captures.seen_by(other(S));

    Bitboard men_;
    Bitboard squares_ = 0, twice_ = 0;
};

} // namespace damaci
