// Finished tables, for probing.
#pragma once

#include "../movegen.hpp"
#include "../search/terms.hpp"
#include "packed.hpp"

namespace damaci {

class Tables {
  public:
    Tables(std::size_t ruleset, OneEach one_each) : ruleset_(ruleset), one_each_(one_each) {}

    // The bytes must outlive the tables. Throws std::invalid_argument if they are not a table of this material.
    void add(const Material& material, std::span<const std::uint8_t> bytes) {
        const Index index(*AllRulesets::pointers[ruleset_], material);
        const Packed packed(bytes, index.size());
        tables_.insert_or_assign(material, Table{index, packed});
        most_pieces_ = std::max(most_pieces_, material.pieces());
    }

    // Whether the bytes can be a table of this material; its blocks are not read.
    bool fits(const Material& material, std::span<const std::uint8_t> bytes) const {
        return Packed::fits(bytes, Index(*AllRulesets::pointers[ruleset_], material).size());
    }

    std::size_t ruleset() const { return ruleset_; }
    OneEach one_each() const { return one_each_; }
    int most_pieces() const { return most_pieces_; }

    bool has(const Material& material) const { return tables_.contains(material); }
    // The table of a material, which must be present.
    const Index& index(const Material& material) const { return tables_.at(material).index; }
    std::vector<Outcome> unpack(const Material& material) const { return tables_.at(material).outcomes.unpack(); }

    // The outcome of a position. Empty if the table is missing, or a man is on a square that no man can reach.
    template <const Ruleset& R>
    std::optional<Outcome> probe(const Position& position) const {
        return probe_view<R>(View::of(position));
    }

  private:
    struct Table {
        Index index;
        Packed outcomes;
    };

    template <const Ruleset& R>
    std::optional<Outcome> probe_view(const View& view) const {
        if (view.own_men == 0 && view.own_kings == 0) return ends_in(0);
        const Material material = view.material();
        if (material.own() == 1 && material.enemy() == 1 && one_each_ == OneEach::at_once) return drawn;
        if (can_capture<R>(view.position(), Side::white)) return probe_captures<R>(view.position());
        const auto table = tables_.find(material);
        if (table == tables_.end()) return std::nullopt;
        const auto number = table->second.index.number(view);
        if (!number) return std::nullopt;
        return table->second.outcomes[*number];
    }

    // Outcomes of positions with a capture are not stored (packed.hpp).
    template <const Ruleset& R>
    std::optional<Outcome> probe_captures(const Position& position) const {
        MoveList moves;
        generate<R>(position, moves);
        std::optional<Outcome> best;
        for (const Move& move : moves) {
            const auto outcome = probe_view<R>(View::of(play(position, move)));
            if (!outcome) return std::nullopt;
            best = best ? better(*best, before(*outcome)) : before(*outcome);
        }
        return best;
    }

    std::size_t ruleset_;
    OneEach one_each_;
    std::map<Material, Table> tables_;
    int most_pieces_ = 0;
};

} // namespace damaci
