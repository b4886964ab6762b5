// Endgame tables as a Python object; the searcher probes them too.
#pragma once

#include "binding.hpp"
#include "tablebase/tables.hpp"

namespace damaci {

class PyTables {
  public:
    using PyMaterial = std::tuple<int, int, int, int>; // own men, own kings, enemy men, enemy kings

    PyTables(std::string_view ruleset, std::string_view one_each)
        : tables_(find_ruleset(ruleset), read_one_each(one_each)) {}

    void add(const PyMaterial& material, const nb::object& bytes);
    std::optional<int> probe(const RuledPosition& position) const;
    nb::dict survey(const PyMaterial& material, int longest_win) const;

    const Tables& tables() const { return tables_; }

  private:
    Tables tables_;
    std::vector<nb::object> kept_; // the bytes
};

} // namespace damaci
