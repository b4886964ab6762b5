// What the tables of one material show beyond single positions: a longest win, and mutual zugzwangs.
#pragma once

#include "../parallel.hpp"
#include "tables.hpp"

namespace damaci {

// Positions of one kind: their number, including mirror images, and the first of them.
struct Kind {
    std::uint64_t count = 0;
    std::optional<Position> first;

    void add(const View& view, int weight) {
        count += static_cast<std::uint64_t>(weight);
        if (!first) first = view.position();
    }
};

// The side whose pieces are named first is to move. In a mutual zugzwang neither side can capture, and each side does
// worse if it has to move than if the other side has to.
struct Survey {
    std::optional<Position> longest; // a win that takes the most plies
    Kind both_lose;                  // the side to move loses, whichever side it is
    Kind draws_to_move;              // a draw that would be a win if the other side had to move
};

template <const Ruleset& R>
class Surveyor {
  public:
    // The tables of both sides' materials must be present.
    Surveyor(const Tables& tables, const Material& material)
        : tables_(tables), index_(tables.index(material)), their_index_(tables.index(material.flipped())),
          outcomes_(tables.unpack(material)), their_outcomes_(tables.unpack(material.flipped())) {}

    // `interrupted` is polled; when it returns true, the findings up to then are returned.
    template <class Interrupted>
    Survey survey(int longest_win, Interrupted interrupted) const {
        Survey found;
        for_each_view(interrupted, [&](std::uint64_t number, const View& view) {
            look(number, view, longest_win, found);
            return true;
        });
        if (!found.longest && longest_win > 0) find_capture(longest_win, found, interrupted);
        return found;
    }

  private:
    // Calls f(number, view) until it returns false.
    template <class Interrupted, class F>
    void for_each_view(Interrupted interrupted, F f) const {
        bool goes_on = true;
        for_each_index(
            index_.lines(), 1,
            [&](std::size_t line, const std::atomic<bool>&) {
                if (!goes_on) return;
                index_.for_each_of_line(
                    line, [&](std::uint64_t number, const View& view) { goes_on = goes_on && f(number, view); });
            },
            interrupted);
    }

    // The stored outcome of a position with a capture is meaningless.
    void look(std::uint64_t number, const View& view, int longest_win, Survey& found) const {
        const Outcome outcome = outcomes_[number];
        if (is_win(outcome) && (found.longest || plies(outcome) != longest_win)) return;
        if (can_capture<R>(view.position(), Side::white)) return;
        if (is_win(outcome)) {
            found.longest = view.position();
        } else if (is_lost_by_other(view)) {
            (is_loss(outcome) ? found.both_lose : found.draws_to_move).add(view, index_.weight(number));
        }
    }

    // Whether the other side would lose if it had to move, and could not capture.
    bool is_lost_by_other(const View& view) const {
        const View theirs = view.flipped();
        const auto number = their_index_.number(theirs);
        return number && is_loss(their_outcomes_[*number]) && !can_capture<R>(theirs.position(), Side::white);
    }

    // A longest win that begins with a capture.
    template <class Interrupted>
    void find_capture(int longest_win, Survey& found, Interrupted interrupted) const {
        const Outcome wanted = ends_in(longest_win);
        for_each_view(interrupted, [&](std::uint64_t, const View& view) {
            const Position position = view.position();
            if (!can_capture<R>(position, Side::white) || tables_.probe<R>(position) != wanted) return true;
            found.longest = position;
            return false;
        });
    }

    const Tables& tables_;
    const Index& index_;
    const Index& their_index_;
    std::vector<Outcome> outcomes_, their_outcomes_;
};

} // namespace damaci
