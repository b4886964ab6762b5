// Assembles the parts of a material into one table, without holding all of it in memory.
#pragma once

#include "outcome_counts.hpp"
#include "packed.hpp"

#include "../movegen.hpp"

namespace damaci {

template <const Ruleset& R>
class Assembly {
  public:
    explicit Assembly(const Material& material) : material_(material), index_(R, material) {}

    // Adds a part, with all its outcomes. The bytes must outlive this object. Returns false if they are not of the
    // part.
    bool add(const Ranks& ranks, std::span<const std::uint8_t> bytes) {
        Index index(R, material_, ranks);
        const std::uint64_t size = index.size();
        if (!Packed::is_sound(bytes, size)) return false;
        parts_.insert_or_assign(ranks, Source{std::move(index), Packed(bytes, size)});
        return true;
    }

    // The table, identical to one whose outcomes are all packed at once. `interrupted` is polled; when it returns
    // true, nothing is returned. Throws std::out_of_range if a part is missing.
    template <class Interrupted>
    std::vector<std::uint8_t> packed(Interrupted interrupted) {
        RunCounter counter;
        if (!read(counter, interrupted)) return {};
        RunWriter writer(counter, index_.size());
        if (!read(writer, interrupted)) return {};
        return writer.bytes();
    }

    // The counts of the table that was packed last.
    const OutcomeCounts& counts() const { return counts_; }

  private:
    struct Source {
        Index index;
        Packed outcomes;
    };

    // Passes all outcomes to a sink of runs, in order.
    template <class Sink, class Interrupted>
    bool read(Sink& sink, Interrupted interrupted) {
        counts_ = {};
        RunSplitter splitter(sink);
        for (std::uint64_t line = 0; line < index_.lines(); ++line) {
            if (line % 1'024 == 0 && interrupted()) return false;
            read_line(line, splitter);
        }
        splitter.hand_on();
        return true;
    }

    template <class Splitter>
    void read_line(std::uint64_t line, Splitter& splitter) {
        constexpr auto is_free = [] { return true; };
        std::uint64_t next = line * index_.line_length();
        const std::uint64_t end = next + index_.line_length();
        std::vector<Outcome> outcomes;
        index_.for_each_of_line(line, [&](std::uint64_t number, const View& view) {
            for (; next < number; ++next)
                splitter.add(no_position, is_free);
            const Outcome outcome = find(view, end - number, outcomes);
            counts_.add(outcome, static_cast<std::uint64_t>(index_.weight(number)));
            splitter.add(outcome, [&] { return can_capture<R>(view.position(), Side::white); });
            ++next;
        });
        for (; next < end; ++next)
            splitter.add(no_position, is_free);
    }

    // The outcome of a position. `rest`: the next ones of its line, last first, where they follow one another in the
    // part too: if the line has kings, so that only these differ. So many positions of the line are `left`.
    Outcome find(const View& view, std::uint64_t left, std::vector<Outcome>& rest) const {
        if (rest.empty()) {
            const Source& source = parts_.at(Ranks::of(view.own_men, view.enemy_men));
            const std::uint64_t first = source.index.number(view).value();
            const bool has_kings = (view.own_kings | view.enemy_kings) != 0;
            rest = source.outcomes.unpack(first, first + (has_kings ? left : 1));
            std::ranges::reverse(rest);
        }
        const Outcome outcome = rest.back();
        rest.pop_back();
        return outcome;
    }

    Material material_;
    Index index_;
    std::map<Ranks, Source> parts_;
    OutcomeCounts counts_;
};

} // namespace damaci
