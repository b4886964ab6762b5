// Sinks: receivers of generated moves. The generator passes whole sets of moves by five functions; a sink counts the
// moves or lists them.
#pragma once

#include "bitboard.hpp"

namespace damaci {

// Counts moves by counting squares.
class CountingSink {
  public:
    // Men step in direction d onto the targets.
    template <Direction d>
    void man_steps(Bitboard targets) {
        add(targets);
    }
    // A king goes to one of the targets.
    void king_steps(Square, Bitboard targets) { add(targets); }
    // Men each capture one piece in direction d and land on the targets.
    template <Direction d>
    void man_jumps(Bitboard targets) {
        add(targets);
    }
    // A man captures several pieces.
    void man_chain(Square, Square, Bitboard) { ++count_; }
    // A king captures these pieces and ends on one of the targets.
    void king_captures(Square, Bitboard targets, Bitboard) { add(targets); }

    // One move for each of the targets.
    void add(Bitboard targets) { count_ += static_cast<std::uint64_t>(std::popcount(targets)); }
    std::uint64_t count() const { return count_; }

  private:
    std::uint64_t count_ = 0;
};

// Calls f.operator()<is_king>(origin, target, captured) for every move. All three are sets; the first two have one
// square.
template <class F>
class MoveSink {
  public:
    explicit MoveSink(F f) : f_(f) {}

    template <Direction d>
    void man_steps(Bitboard targets) {
        for_each_bit(targets, [&](Bitboard target) { man(shift<opposite(d)>(target), target, 0); });
    }
    void king_steps(Square origin, Bitboard targets) { king_captures(origin, targets, 0); }
    template <Direction d>
    void man_jumps(Bitboard targets) {
        for_each_bit(targets, [&](Bitboard target) {
            const Bitboard captured = shift<opposite(d)>(target);
            man(shift<opposite(d)>(captured), target, captured);
        });
    }
    void man_chain(Square origin, Square target, Bitboard captured) { man(bit(origin), bit(target), captured); }
    void king_captures(Square origin, Bitboard targets, Bitboard captured) {
        for_each_bit(targets, [&](Bitboard target) { f_.template operator()<true>(bit(origin), target, captured); });
    }

  private:
    void man(Bitboard origin, Bitboard target, Bitboard captured) {
        f_.template operator()<false>(origin, target, captured);
    }

    F f_;
};

} // namespace damaci
