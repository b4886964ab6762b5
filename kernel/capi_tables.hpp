// Endgame tables that stay in the WebAssembly module; the search probes them too.
#pragma once

#include "capi_handles.hpp"
#include "tablebase/tables.hpp"

#include <vector>

namespace damaci::capi {

class HeldTables {
  public:
    HeldTables(std::size_t ruleset, OneEach one_each) : tables_(ruleset, one_each) {}

    // False if the bytes are not a table of this material.
    bool add(const Material& material, std::span<const std::uint8_t> bytes) {
        if (!tables_.fits(material, bytes)) return false;
        kept_.emplace_back(bytes.begin(), bytes.end());
        tables_.add(material, kept_.back());
        return true;
    }

    const Tables& tables() const { return tables_; }

  private:
    Tables tables_;
    std::vector<std::vector<std::uint8_t>> kept_; // the bytes
};

extern Handles<HeldTables> held_tables;

} // namespace damaci::capi
