// The quiet moves of one side that change the captures of enemy kings: moves to or from squares on which they depend.
//
// A piece that arrives on a square that kings see from where they stand or land can be captured, unless the next square
// is beyond the edge or has a piece of the kings' side, which stays there. A piece that they meet on their way changes
// something by leaving if it could be captured, or if the one behind it could be captured then; and so does the one
// behind it, which protects it.
#pragma once

#include "rules.hpp"

namespace damaci {

class KingInfluence {
  public:
    // Adds what kings see in one direction: the squares of the `run`, and the pieces of ours that they meet at its end.
    // The open squares are the empty ones, and those that pieces leave during a capture.
    template <Direction d>
    void add(Bitboard run, Bitboard met, Bitboard open, Bitboard own) {
        const Bitboard takeable = own & shift<opposite(d)>(open);
        onto_ |= run & shift<opposite(d)>(open | own);
        from_ |= met & (takeable | shift<opposite(d)>(takeable));
        from_ |= shift<d>(met) & own;
    }

    // Adds squares to or from which every move changes something.
    void add(Bitboard squares) {
        onto_ |= squares;
        from_ |= squares;
    }

    // Adds all that another influence has.
    void add(const KingInfluence& other) {
        onto_ |= other.onto_;
        from_ |= other.from_;
    }

    // All squares to or from which moves change something.
    Bitboard squares() const { return onto_ | from_; }

    // The targets of steps in direction d that change something.
    template <Direction d>
    Bitboard changing(Bitboard targets) const {
        return targets & (onto_ | shift<d>(from_));
    }

    // The targets of a king's moves that change something.
    Bitboard changing(Square king, Bitboard targets) const {
        return (from_ & bit(king)) != 0 ? targets : targets & onto_;
    }

  private:
    Bitboard onto_ = 0; // the squares where a piece that arrives changes something
    Bitboard from_ = 0; // the pieces that change something by leaving
};

// The moves of our `own` pieces that change the captures of kings that stand or land on `landings`.
template <const Ruleset& R>
KingInfluence influence_on_captures(Bitboard landings, Bitboard open, Bitboard own) {
    KingInfluence influence;
    influence.add(landings);
    for_each_direction<R.king_captures>([&]<Direction d>() {
        const Bitboard run = fill<d>(landings, open), met = shift<d>(run) & own;
        influence.add<d>(run, met, open, own);
        influence.add(met & shift<d>(landings)); // when it leaves, kings can land farther away
    });
    return influence;
}

} // namespace damaci
