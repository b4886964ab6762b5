// The place where the outcome of a position is stored, for programs that read parts of a table's file.
#pragma once

#include "index.hpp"

#include <map>

namespace damaci {

struct Place {
    Material material; // the material of the table, with the side to move first
    std::uint64_t number;
};

class Places {
  public:
    explicit Places(std::size_t ruleset) : ruleset_(ruleset) {}

    // Empty for a position that no table can contain: with too many pieces, with pieces of only one side, or with a man
    // on a square that no man can reach. Positions with a capture have a place, but their outcome is not stored there
    // (packed.hpp).
    std::optional<Place> find(const Position& position) {
        const View view = View::of(position);
        const Material material = view.material();
        if (!material.is_possible() || material.pieces() > most_of_a_kind) return std::nullopt;
        const auto number = index_of(material).number(view);
        if (!number) return std::nullopt;
        return Place{material, *number};
    }

  private:
    const Index& index_of(const Material& material) {
        const auto found = indexes_.find(material);
        if (found != indexes_.end()) return found->second;
        return indexes_.emplace(material, Index(*AllRulesets::pointers[ruleset_], material)).first->second;
    }

    std::size_t ruleset_;
    std::map<Material, Index> indexes_; // made at their first use, because that of four kings takes some time
};

} // namespace damaci
