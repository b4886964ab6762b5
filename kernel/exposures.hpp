// The quiet moves of side S after which enemy men can capture, in a position where they cannot yet.
//
// After most of these moves, only one first jump is possible, and the chain has no choice anywhere, so there is one
// capture. These moves are found for one direction at a time, all at once. The move does not affect later jumps of such
// a chain, because the chain's landing squares are an even number of files and ranks away from the first one. The
// exception is a step sideways: a man that jumps onto the square that was left may continue over the piece that has
// stepped aside.
#pragma once

#include "man_influence.hpp"

namespace damaci {

template <const Ruleset& R, Side S>
class Exposures {
  public:
    Exposures(Bitboard men, Bitboard own, Bitboard empty)
        : influence_(men, own, empty), empty_(empty), with_choice_(influence_.twice()) {
        Ways further; // the squares from which men could jump
        for_each_direction<jumps>([&]<Direction d>() {
            further[at<d>] = shift<opposite(d)>(shift<opposite(d)>(empty) & own);
            already_ |= further[at<d>] & men;
        });
        find_forks(further);
        for_each_direction<jumps>([&]<Direction d>() {
            const Bitboard attacked = shift<d>(men), fork = forks_[at<d>];
            with_choice_ |= (attacked & shift<opposite(d)>(fork)) | (shift<d>(attacked & own) & fork);
        });
    }

    // Whether men can already capture: then the other functions are not valid.
    bool already() const { return already_ != 0; }

    // The targets of moves that allow a capture.
    template <Direction d>
    Bitboard exposing(Bitboard targets) const {
        return influence_.template changing<d>(targets);
    }
    Bitboard exposing(Square king, Bitboard targets) const { return influence_.changing(king, targets); }

    // The targets of exposing steps in direction d that may allow more than one capture.
    template <Direction d>
    Bitboard with_choice(Bitboard exposing) const {
        if constexpr (!even) return exposing;
        const Bitboard onto = influence_.squares(), left = shift<d>(onto), meeting = influence_.template onto_left<d>();
        Bitboard squares = with_choice_ | shift<d>(with_choice_) | (onto & left) | (meeting & (onto | left));
        if constexpr (jumps.contains(opposite(d))) squares |= meeting & shift<d>(forks_[at<opposite(d)>]);
        if constexpr (jumps.contains(d)) squares |= left & shift<opposite(d)>(empty_);
        return exposing & squares;
    }

  private:
    static constexpr Directions jumps = R.man_captures.seen_by(other(S));
    // Whether the statement above about landing squares is true: it is not if men jump both diagonally and straight.
    static constexpr bool even =
        !R.man_captures.contains(Direction::forward) || !R.man_captures.contains(Direction::forward_right);

    using Ways = std::array<Bitboard, jumps.size()>;
    template <Direction d>
    static constexpr std::size_t at = jumps.index_of(d);

    void find_forks(const Ways& further) {
        for_each_direction<jumps>([&]<Direction d>() {
            Bitboard once = 0;
            for_each_direction<jumps.without(opposite(d))>([&]<Direction e>() {
                forks_[at<d>] |= once & further[at<e>];
                once |= further[at<e>];
            });
        });
        while (fork_earlier(further)) {
        }
    }

    // Adds the squares from which a fork is one jump away. Returns whether there are any.
    bool fork_earlier(const Ways& further) {
        Ways earlier;
        for_each_direction<jumps>([&]<Direction d>() {
            earlier[at<d>] = further[at<d>] & shift<opposite(d)>(shift<opposite(d)>(forks_[at<d>]));
        });
        Bitboard added = 0;
        for_each_direction<jumps>([&]<Direction d>() {
            Bitboard& fork = forks_[at<d>];
            for_each_direction<jumps.without(opposite(d))>([&]<Direction e>() {
                added |= earlier[at<e>] & ~fork;
                fork |= earlier[at<e>];
            });
        });
        return added != 0;
    }

    ManInfluence<R, S> influence_;
    Bitboard empty_;
    Bitboard already_ = 0;
    Bitboard with_choice_; // squares to or from which a move allows more than one capture
    Ways forks_{};         // for each direction of a jump, the squares where a chain has a choice then or later
};

} // namespace damaci
