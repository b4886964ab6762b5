// Endgame tables as Python classes: a solver that builds them, and tables that are probed.

#include "binding_tables.hpp"
#include "tablebase/solver.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

namespace damaci {
namespace {

using Bytes = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using PyMaterial = PyTables::PyMaterial;

Material to_material(const PyMaterial& given) {
    const auto& [own_men, own_kings, enemy_men, enemy_kings] = given;
    const Material material{own_men, own_kings, enemy_men, enemy_kings};
    for (const int count : {own_men, own_kings, enemy_men, enemy_kings}) {
        if (count < 0 || count > most_of_a_kind)
            throw nb::value_error(("a number of pieces is " + std::to_string(count) + "; expected 0 to 6").c_str());
    }
    if (material.own() == 0 || material.enemy() == 0) throw nb::value_error("each side needs a piece");
    return material;
}

std::span<const std::uint8_t> to_span(const Bytes& bytes) {
    return {bytes.data(), bytes.shape(0)};
}

// The tables under construction, in memory: one byte a position.
class PySolver {
  private:
    const Ruleset& rules() const { return *AllRulesets::pointers[ruleset_]; }

    const Slice& slice(const Material& material) const {
        const auto found = slices_.find(material);
        if (found == slices_.end()) throw nb::key_error("this material is not in memory");
        return *found->second;
    }

    template <class F>
    auto run(F f) {
        const auto ctrl_c = [] {
            const nb::gil_scoped_acquire gil;
            return PyErr_CheckSignals() != 0;
        };
        const auto result = AllRulesets::visit(ruleset_, [&]<const Ruleset & R>() {
            const nb::gil_scoped_release no_gil;
            return f.template operator()<R>(ctrl_c);
        });
        if (PyErr_Occurred() != nullptr) throw nb::python_error();
        return result;
    }

  public:
    PySolver(std::string_view ruleset, std::string_view one_each, int kings_only_moves, int threads)
        : ruleset_(find_ruleset(ruleset)), one_each_(read_one_each(one_each)), kings_only_moves_(kings_only_moves),
          threads_(at_least(1, threads, "threads")) {}

    static std::uint64_t size(std::string_view ruleset, const PyMaterial& material) {
        return Index(*AllRulesets::pointers[find_ruleset(ruleset)], to_material(material)).size();
    }

    void load(const PyMaterial& given, const Bytes& bytes) {
        const Material material = to_material(given);
        try {
            const Packed packed(to_span(bytes), Index(rules(), material).size());
            slices_[material] = std::make_shared<Slice>(rules(), material, packed.unpack());
            run([&]<const Ruleset & R>(const auto& interrupted) {
                return Solver<R>(slices_, material, one_each_, kings_only_moves_, threads_).complete(interrupted);
            });
        } catch (const std::invalid_argument& error) {
            throw nb::value_error(error.what());
        }
    }

    void drop(const PyMaterial& material) { slices_.erase(to_material(material)); }

    void solve(const PyMaterial& given) {
        const Material material = to_material(given);
        run([&]<const Ruleset & R>(const auto& interrupted) {
            return Solver<R>(slices_, material, one_each_, kings_only_moves_, threads_).solve(interrupted);
        });
    }

    std::uint64_t mistakes(const PyMaterial& given) {
        const Material material = to_material(given);
        slice(material);
        return run([&]<const Ruleset & R>(const auto& interrupted) {
            return Solver<R>(slices_, material, one_each_, kings_only_moves_, threads_).count_mistakes(interrupted);
        });
    }

    nb::bytes packed(const PyMaterial& given) {
        const Slice& made = slice(to_material(given));
        const auto bytes = AllRulesets::visit(ruleset_, [&]<const Ruleset & R>() {
            const nb::gil_scoped_release no_gil;
            return pack(made.outcomes(), [&](std::uint64_t number) {
                const auto view = made.index().view(number);
                return !view || can_capture<R>(view->position(), Side::white);
            });
        });
        return nb::bytes(bytes.data(), bytes.size());
    }

    nb::dict counts(const PyMaterial& given) {
        const Slice& made = slice(to_material(given));
        std::array<std::uint64_t, 3> won_drawn_lost{};
        int longest = 0;
        for (std::uint64_t number = 0; number < made.index().size(); ++number) {
            const Outcome outcome = made[number];
            if (outcome == no_position) continue;
            const std::size_t kind = is_win(outcome) ? 0 : outcome == drawn ? 1 : 2;
            won_drawn_lost[kind] += static_cast<std::uint64_t>(made.index().weight(number));
            if (kind == 0) longest = std::max(longest, plies(outcome));
        }
        nb::dict result;
        result["positions"] = won_drawn_lost[0] + won_drawn_lost[1] + won_drawn_lost[2];
        result["win"] = won_drawn_lost[0];
        result["draw"] = won_drawn_lost[1];
        result["loss"] = won_drawn_lost[2];
        result["longest_win"] = longest;
        return result;
    }

  private:
    std::size_t ruleset_;
    OneEach one_each_;
    int kings_only_moves_, threads_;
    Slices slices_;
};

} // namespace

void PyTables::add(const PyTables::PyMaterial& material, const nb::object& bytes) {
    const auto array = nb::cast<Bytes>(bytes);
    try {
        tables_.add(to_material(material), to_span(array));
    } catch (const std::invalid_argument& error) {
        throw nb::value_error(error.what());
    }
    kept_.push_back(bytes);
}

std::optional<int> PyTables::probe(const RuledPosition& position) const {
    if (!(position.rules() == *AllRulesets::pointers[tables_.ruleset()]))
        throw nb::value_error("the position is of another ruleset than the tables");
    const auto outcome = position.visit([&]<const Ruleset & R>() { return tables_.probe<R>(position.board); });
    return outcome ? std::optional<int>(*outcome) : std::nullopt;
}

void bind_tablebase(nb::module_& m) {
    nb::class_<PySolver>(m, "Solver", nb::is_final())
        .def(nb::init<std::string_view, std::string_view, int, int>(), "ruleset"_a, "one_each"_a,
             "kings_only_moves"_a = 0, "threads"_a = 1)
        .def_static("size", &PySolver::size, "ruleset"_a, "material"_a)
        .def("load", &PySolver::load, "material"_a, "packed"_a)
        .def("drop", &PySolver::drop, "material"_a)
        .def("solve", &PySolver::solve, "material"_a)
        .def("mistakes", &PySolver::mistakes, "material"_a)
        .def("packed", &PySolver::packed, "material"_a)
        .def("counts", &PySolver::counts, "material"_a);
    nb::class_<PyTables>(m, "Tables", nb::is_final())
        .def(nb::init<std::string_view, std::string_view>(), "ruleset"_a, "one_each"_a)
        .def("add", &PyTables::add, "material"_a, "packed"_a)
        .def("probe", &PyTables::probe, "position"_a);
}

} // namespace damaci
