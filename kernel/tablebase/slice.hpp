// The outcomes of all positions of one material, in memory, while a table is built.
#pragma once

#include "index.hpp"
#include "outcome.hpp"

#include <atomic>
#include <map>
#include <memory>
#include <vector>

namespace damaci {

class Slice {
  public:
    Slice(const Ruleset& rules, const Material& material) : index_(rules, material), outcomes_(index_.size(), drawn) {}
    Slice(const Ruleset& rules, const Material& material, std::vector<Outcome> outcomes)
        : index_(rules, material), outcomes_(std::move(outcomes)) {}

    const Index& index() const { return index_; }
    std::vector<Outcome>& outcomes() { return outcomes_; }
    const std::vector<Outcome>& outcomes() const { return outcomes_; }

    // Threads may write while others read.
    Outcome operator[](std::uint64_t number) const {
        return std::atomic_ref(const_cast<Outcome&>(outcomes_[number])).load(std::memory_order_relaxed);
    }
    void set(std::uint64_t number, Outcome outcome) {
        std::atomic_ref(outcomes_[number]).store(outcome, std::memory_order_relaxed);
    }

  private:
    Index index_;
    std::vector<Outcome> outcomes_;
};

using Slices = std::map<Material, std::shared_ptr<Slice>>;

} // namespace damaci
