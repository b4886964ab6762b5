// Solves a material part by part, so that memory holds only one part at a time and the outcomes to which its moves
// lead.
#pragma once

#include "builder.hpp"

#include <memory>

namespace damaci {

struct Part {
    Material material;
    Ranks ranks;

    // The part as the other side sees it.
    Part flipped() const { return {material.flipped(), ranks.flipped()}; }
    // The part that the other side sees after a man on this rank has stepped forward.
    Part after_step(std::size_t rank) const {
        Part next = *this;
        --next.ranks.own[rank];
        ++next.ranks.own[rank + 1];
        return next.flipped();
    }

    // Whether all men of each side are on ranks on which men can stand.
    bool is_possible(const Ruleset& rules) const {
        const Geometry geometry = Geometry::of(rules);
        return is_possible(ranks.own, Ranks::of(geometry.own_men, 0).own, material.own_men) &&
               is_possible(ranks.enemy, Ranks::of(geometry.enemy_men, 0).own, material.enemy_men);
    }

    friend constexpr auto operator<=>(const Part&, const Part&) = default;

  private:
    static bool is_possible(const MenByRank& men, const MenByRank& room, int count) {
        for (std::size_t rank = 0; rank < rank_count; ++rank) {
            if (men[rank] > room[rank]) return false;
            count -= men[rank];
        }
        return count == 0;
    }
};

class PartBuilder {
  public:
    PartBuilder(std::size_t ruleset, OneEach one_each, int kings_only_moves, int threads)
        : ruleset_(ruleset), one_each_(one_each), kings_only_moves_(kings_only_moves), threads_(threads),
          smaller_(ruleset, one_each, kings_only_moves, threads), packed_(ruleset, one_each) {}
    PartBuilder(const PartBuilder&) = delete;
    PartBuilder& operator=(const PartBuilder&) = delete;

    static Index index(std::size_t ruleset, const Part& part) {
        return {*AllRulesets::pointers[ruleset], part.material, part.ranks};
    }

    // Adds a table of fewer pieces; the tables to which its captures lead have to be added before. The bytes must
    // outlive this object. Returns false if they are not a table of this material.
    template <class Interrupted>
    bool load(const Material& material, std::span<const std::uint8_t> bytes, Interrupted interrupted) {
        if (!smaller_.load(material, bytes, interrupted)) return false;
        packed_.add(material, bytes);
        return true;
    }

    // Adds a table of the same number of pieces, to which promotions lead. It stays packed.
    bool add(const Material& material, std::span<const std::uint8_t> bytes) {
        if (!packed_.fits(material, bytes)) return false;
        packed_.add(material, bytes);
        return true;
    }

    // Adds a part that was solved before, with all its outcomes.
    bool load_part(const Part& part, std::span<const std::uint8_t> bytes) {
        Index index = PartBuilder::index(ruleset_, part);
        const std::uint64_t size = index.size();
        if (!Packed::is_sound(bytes, size)) return false;
        parts_[part] = std::make_unique<Slice>(std::move(index), Packed(bytes, size).unpack());
        return true;
    }

    void drop_parts() { parts_.clear(); }

    bool has(const Part& part) const { return parts_.contains(part); }

    // Solves a part for both sides. Throws std::out_of_range if a part is missing to which a step forward leads.
    template <class Interrupted>
    void solve(const Part& part, Interrupted interrupted) {
        for (const Part& side : {part, part.flipped()})
            parts_[side] = std::make_unique<Slice>(index(ruleset_, side));
        with_solver(part, [&](auto& solver) { return solver.solve(interrupted); });
    }

    // The number of positions of a solved part, for both sides, whose outcome does not follow from their moves.
    template <class Interrupted>
    std::uint64_t count_mistakes(const Part& part, Interrupted interrupted) {
        return with_solver(part, [&](auto& solver) { return solver.count_mistakes(interrupted); });
    }

    // All outcomes of a part that is in memory, in the form of packed.hpp.
    std::vector<std::uint8_t> packed(const Part& part) const {
        return pack(parts_.at(part)->outcomes(), [](std::uint64_t) { return false; });
    }

  private:
    Surroundings::ByRank ahead(const Part& part) const {
        constexpr std::size_t promoting = rank_count - 2; // a step forward from this rank leaves the material
        Surroundings::ByRank ahead{};
        for (std::size_t rank = 0; rank < promoting; ++rank)
            if (part.ranks.own[rank] > 0) ahead[rank] = parts_.at(part.after_step(rank)).get();
        return ahead;
    }

    template <class F>
    auto with_solver(const Part& part, F f) {
        const Surroundings surroundings{packed_, ahead(part), ahead(part.flipped())};
        return AllRulesets::visit(ruleset_, [&]<const Ruleset & R>() {
            Solver<R> solver(smaller_.slices(), *parts_.at(part), *parts_.at(part.flipped()), part.material, one_each_,
                             kings_only_moves_, threads_, &surroundings);
            return f(solver);
        });
    }

    std::size_t ruleset_;
    OneEach one_each_;
    int kings_only_moves_, threads_;
    Builder smaller_;
    Tables packed_;
    std::map<Part, std::unique_ptr<Slice>> parts_;
};

} // namespace damaci
