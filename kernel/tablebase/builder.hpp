// The tables under construction in memory, for a ruleset that is chosen at run time.
#pragma once

#include "outcome_counts.hpp"
#include "packed.hpp"
#include "solver.hpp"

namespace damaci {

class Builder {
  public:
    Builder(std::size_t ruleset, OneEach one_each, int kings_only_moves, int threads)
        : ruleset_(ruleset), one_each_(one_each), kings_only_moves_(kings_only_moves), threads_(threads) {}

    // The bytes of memory that a material takes.
    static std::uint64_t size(std::size_t ruleset, const Material& material) {
        return Index(*AllRulesets::pointers[ruleset], material).size();
    }

    // Adds a table that was packed before; the materials to which its captures lead have to be in memory. Returns
    // false, and adds nothing, if the bytes are not a table of this material. `interrupted` is polled; when it returns
    // true, the work stops.
    template <class Interrupted>
    bool load(const Material& material, std::span<const std::uint8_t> bytes, Interrupted interrupted) {
        if (!Packed::is_sound(bytes, size(ruleset_, material))) return false;
        const Packed packed(bytes, size(ruleset_, material));
        slices_[material] = std::make_shared<Slice>(*AllRulesets::pointers[ruleset_], material, packed.unpack());
        complete(material, interrupted);
        return true;
    }

    const Slices& slices() const { return slices_; }

    void drop(const Material& material) { slices_.erase(material); }

    bool has(const Material& material) const { return slices_.contains(material); }

    // Solves a material for both sides; all materials that it can turn into have to be in memory.
    template <class Interrupted>
    void solve(const Material& material, Interrupted interrupted) {
        with_solver(material, [&](auto& solver) { return solver.solve(interrupted); });
    }

    // The number of positions of a solved material, for both sides, whose outcome does not follow from their moves.
    template <class Interrupted>
    std::uint64_t count_mistakes(const Material& material, Interrupted interrupted) {
        return with_solver(material, [&](auto& solver) { return solver.count_mistakes(interrupted); });
    }

    // The outcomes of a material that is in memory, in the form of packed.hpp.
    std::vector<std::uint8_t> packed(const Material& material) const {
        const Slice& made = *slices_.at(material);
        return AllRulesets::visit(ruleset_, [&]<const Ruleset & R>() {
            return pack(made.outcomes(), [&](std::uint64_t number) {
                const auto view = made.index().view(number);
                return !view || can_capture<R>(view->position(), Side::white);
            });
        });
    }

    OutcomeCounts counts(const Material& material) const {
        const Slice& made = *slices_.at(material);
        OutcomeCounts counts;
        for (std::uint64_t number = 0; number < made.index().size(); ++number)
            counts.add(made[number], static_cast<std::uint64_t>(made.index().weight(number)));
        return counts;
    }

  private:
    template <class Interrupted>
    void complete(const Material& material, Interrupted interrupted) {
        Slice& made = *slices_.at(material);
        AllRulesets::visit(ruleset_, [&]<const Ruleset & R>() {
            Solver<R>(slices_, made, made, material, one_each_, kings_only_moves_, threads_).complete(interrupted);
        });
    }

    template <class F>
    auto with_solver(const Material& material, F f) {
        return AllRulesets::visit(ruleset_, [&]<const Ruleset & R>() {
            Solver<R> solver(slices_, material, one_each_, kings_only_moves_, threads_);
            return f(solver);
        });
    }

    std::size_t ruleset_;
    OneEach one_each_;
    int kings_only_moves_, threads_;
    Slices slices_;
};

} // namespace damaci
