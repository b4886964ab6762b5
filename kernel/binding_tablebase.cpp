// Endgame tables as Python classes: a solver that builds them, and tables that are probed.

#include "binding_tablebase.hpp"
#include "tablebase/builder.hpp"
#include "tablebase/places.hpp"
#include "tablebase/survey.hpp"

#include <nanobind/stl/optional.h>

namespace damaci {
namespace {

class PySolver {
  private:
    template <class F>
    auto run(F f) {
        return run_unlocked([&](const auto& interrupted) { return f(builder_, interrupted); });
    }

  public:
    PySolver(std::string_view ruleset, std::string_view one_each, int kings_only_moves, int threads)
        : builder_(find_ruleset(ruleset), read_one_each(one_each), kings_only_moves, at_least(1, threads, "threads")) {}

    static std::uint64_t size(std::string_view ruleset, const PyMaterial& material) {
        return Builder::size(find_ruleset(ruleset), to_material(material));
    }

    void load(const PyMaterial& given, const Bytes& bytes) {
        const Material material = to_material(given);
        const bool loaded = run([&](Builder& builder, const auto& interrupted) {
            return builder.load(material, to_span(bytes), interrupted);
        });
        if (!loaded) throw nb::value_error(Packed::unsound);
    }

    void drop(const PyMaterial& material) { builder_.drop(to_material(material)); }

    void solve(const PyMaterial& given) {
        const Material material = to_material(given);
        run([&](Builder& builder, const auto& interrupted) {
            builder.solve(material, interrupted);
            return true;
        });
    }

    std::uint64_t mistakes(const PyMaterial& material) {
        const Material known = in_memory(material);
        return run(
            [&](Builder& builder, const auto& interrupted) { return builder.count_mistakes(known, interrupted); });
    }

    nb::bytes packed(const PyMaterial& material) {
        const Material known = in_memory(material);
        const auto bytes = run([&](Builder& builder, const auto&) { return builder.packed(known); });
        return nb::bytes(bytes.data(), bytes.size());
    }

    nb::dict counts(const PyMaterial& material) { return to_python(builder_.counts(in_memory(material))); }

  private:
    Material in_memory(const PyMaterial& given) const {
        const Material material = to_material(given);
        if (!builder_.has(material)) throw nb::key_error("this material is not in memory");
        return material;
    }

    Builder builder_;
};

class PyPlaces {
  public:
    explicit PyPlaces(std::string_view ruleset) : ruleset_(find_ruleset(ruleset)), places_(ruleset_) {}

    std::optional<std::tuple<PyMaterial, std::uint64_t>> find(const RuledPosition& position) {
        if (!(position.rules() == *AllRulesets::pointers[ruleset_]))
            throw nb::value_error("the position is of another ruleset than the tables");
        const auto place = places_.find(position.board);
        if (!place) return std::nullopt;
        const Material& of = place->material;
        return std::tuple(PyMaterial(of.own_men, of.own_kings, of.enemy_men, of.enemy_kings), place->number);
    }

  private:
    std::size_t ruleset_;
    Places places_;
};

nb::bytes unpack_block(const Bytes& codes, const Bytes& block, std::uint64_t size) {
    const auto head = to_span(codes);
    if (head.size() != Packed::codes_bytes) throw nb::value_error("these are no codes of a table");
    const auto outcomes = Block(head.first<Packed::codes_bytes>(), to_span(block), size).unpack();
    if (!outcomes) throw nb::value_error(Packed::unsound);
    return nb::bytes(outcomes->data(), outcomes->size());
}

} // namespace

void PyTables::add(const PyTables::PyMaterial& material, const nb::object& bytes) {
    const auto array = nb::cast<Bytes>(bytes);
    const Material known = to_material(material);
    if (!tables_.fits(known, to_span(array))) throw nb::value_error(Packed::unsound);
    tables_.add(known, to_span(array));
    kept_.push_back(bytes);
}

std::optional<int> PyTables::probe(const RuledPosition& position) const {
    if (!(position.rules() == *AllRulesets::pointers[tables_.ruleset()]))
        throw nb::value_error("the position is of another ruleset than the tables");
    const auto outcome = position.visit([&]<const Ruleset & R>() { return tables_.probe<R>(position.board); });
    return outcome ? std::optional<int>(*outcome) : std::nullopt;
}

nb::dict PyTables::survey(const PyTables::PyMaterial& given, int longest_win) const {
    const Material material = to_material(given);
    if (!tables_.has(material) || !tables_.has(material.flipped())) throw nb::key_error("there are no such tables");
    const Survey found = AllRulesets::visit(tables_.ruleset(), [&]<const Ruleset & R>() {
        return run_unlocked(
            [&](const auto& interrupted) { return Surveyor<R>(tables_, material).survey(longest_win, interrupted); });
    });
    const auto example = [&](const std::optional<Position>& position) {
        return position ? std::optional(RuledPosition{tables_.ruleset(), *position}) : std::nullopt;
    };
    nb::dict result;
    result["longest"] = example(found.longest);
    result["both_lose"] = std::tuple(found.both_lose.count, example(found.both_lose.first));
    result["draws_to_move"] = std::tuple(found.draws_to_move.count, example(found.draws_to_move.first));
    return result;
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
        .def("probe", &PyTables::probe, "position"_a)
        .def("survey", &PyTables::survey, "material"_a, "longest_win"_a);
    nb::class_<PyPlaces>(m, "Places", nb::is_final())
        .def(nb::init<std::string_view>(), "ruleset"_a)
        .def("find", &PyPlaces::find, "position"_a);
    m.def("unpack_block", &unpack_block, "codes"_a, "block"_a, "size"_a);
}

} // namespace damaci
