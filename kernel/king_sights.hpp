// What kings see, and which quiet moves of the other side change it.
#pragma once

#include "king_influence.hpp"
#include "position.hpp"

namespace damaci {

// The sights of the kings of side S, in a position in which the other side is to move.
//
// If no king can capture, and none can after a move, then a king's way along a line changes by one square at most: the
// last one, on which a piece arrives, or the one behind it, which a piece leaves. Such squares are the king's `ends`.
template <const Ruleset& R, Side S>
class KingSights {
  public:
    explicit KingSights(const Position& position)
        : enemy_(position.of(other(S))), empty_(~position.occupied()), kings_(position.of(S) & position.kings) {
        for_each_square(kings_,
                        [&](Square king) { for_each_direction<R.king_moves>([&]<Direction d>() { look<d>(king); }); });
    }

    bool can_capture() const { return can_capture_; }

    // The number of quiet moves.
    std::uint64_t steps() const { return steps_; }

    // The moves after which a king may capture, or that change the number of quiet moves in another way.
    const KingInfluence& influence() const { return influence_; }

    // The squares onto which one king more could step, but not beyond, whenever they are empty.
    Bitboard ends() const { return ends_; }

  private:
    template <Direction d>
    void look(Square king) {
        const Bitboard run = free_run<d>(king, ~empty_), next = shift<d>(run | bit(king)) & ~run;
        steps_ += static_cast<std::uint64_t>(std::popcount(run));
        if constexpr (R.king_captures.contains(d))
            add<d>(run, next & enemy_);
        else
            influence_.add(run | next);
    }

    template <Direction d>
    void add(Bitboard run, Bitboard met) {
        KingInfluence influence;
        influence.add<d>(run, met, empty_, enemy_);
        const Bitboard ends = (run | met) & ~influence.squares();
        influence_.add(influence);
        influence_.add(ends_ & ends); // two kings
        ends_ |= ends;
        can_capture_ |= (met & shift<opposite(d)>(empty_)) != 0;
    }

    Bitboard enemy_, empty_, kings_;
    Bitboard ends_ = 0;
    KingInfluence influence_;
    std::uint64_t steps_ = 0;
    bool can_capture_ = false;
};

} // namespace damaci
