// Endgame tables that are solved part by part, as Python classes.

#include "binding_tablebase.hpp"
#include "tablebase/assembly.hpp"
#include "tablebase/part_builder.hpp"

#include <nanobind/stl/array.h>

namespace damaci {
namespace {

using PyPart = std::tuple<PyMaterial, MenByRank, MenByRank>; // own men and enemy men on each rank

Part to_part(std::size_t ruleset, const PyPart& given) {
    const auto& [material, own, enemy] = given;
    const Part part{to_material(material), {own, enemy}};
    if (!part.is_possible(*AllRulesets::pointers[ruleset])) throw nb::value_error("there is no such part");
    return part;
}

class PyPartSolver {
  public:
    PyPartSolver(std::string_view ruleset, std::string_view one_each, int kings_only_moves, int threads)
        : ruleset_(find_ruleset(ruleset)),
          builder_(ruleset_, read_one_each(one_each), kings_only_moves, at_least(1, threads, "threads")) {}

    static std::uint64_t size(std::string_view ruleset, const PyPart& part) {
        const std::size_t number = find_ruleset(ruleset);
        return PartBuilder::index(number, to_part(number, part)).size();
    }

    static MenByRank room(std::string_view ruleset) {
        return Ranks::of(Geometry::of(*AllRulesets::pointers[find_ruleset(ruleset)]).own_men, 0).own;
    }

    void load(const PyMaterial& given, const nb::object& bytes) {
        const Material material = to_material(given);
        const std::span span = keep(bytes);
        const bool loaded =
            run_unlocked([&](const auto& interrupted) { return builder_.load(material, span, interrupted); });
        if (!loaded) throw nb::value_error(Packed::unsound);
    }

    void add(const PyMaterial& material, const nb::object& bytes) {
        if (!builder_.add(to_material(material), keep(bytes))) throw nb::value_error(Packed::unsound);
    }

    void load_part(const PyPart& given, const Bytes& bytes) {
        const Part part = to_part(ruleset_, given);
        if (!run_unlocked([&](const auto&) { return builder_.load_part(part, to_span(bytes)); }))
            throw nb::value_error(Packed::unsound);
    }

    void drop_parts() { builder_.drop_parts(); }

    void solve(const PyPart& given) {
        const Part part = to_part(ruleset_, given);
        run_unlocked([&](const auto& interrupted) {
            builder_.solve(part, interrupted);
            return true;
        });
    }

    std::uint64_t mistakes(const PyPart& given) {
        const Part part = in_memory(given);
        return run_unlocked([&](const auto& interrupted) { return builder_.count_mistakes(part, interrupted); });
    }

    nb::bytes packed(const PyPart& given) const {
        const Part part = in_memory(given);
        const auto bytes = run_unlocked([&](const auto&) { return builder_.packed(part); });
        return nb::bytes(bytes.data(), bytes.size());
    }

  private:
    std::span<const std::uint8_t> keep(const nb::object& bytes) {
        const std::span span = to_span(nb::cast<Bytes>(bytes));
        kept_.push_back(bytes);
        return span;
    }

    Part in_memory(const PyPart& given) const {
        const Part part = to_part(ruleset_, given);
        if (!builder_.has(part)) throw nb::key_error("this part is not in memory");
        return part;
    }

    std::size_t ruleset_;
    PartBuilder builder_;
    std::vector<nb::object> kept_; // the bytes that the builder reads
};

std::tuple<nb::bytes, nb::dict> assemble(std::string_view ruleset, const PyMaterial& given,
                                         const std::vector<std::tuple<MenByRank, MenByRank, Bytes>>& parts) {
    const Material material = to_material(given);
    const std::size_t number = find_ruleset(ruleset);
    return AllRulesets::visit(number, [&]<const Ruleset & R>() {
        Assembly<R> assembly(material);
        for (const auto& [own, enemy, bytes] : parts) {
            const Part part = to_part(number, {given, own, enemy});
            if (!assembly.add(part.ranks, to_span(bytes))) throw nb::value_error(Packed::unsound);
        }
        const auto bytes = run_unlocked([&](const auto& interrupted) { return assembly.packed(interrupted); });
        return std::tuple(nb::bytes(bytes.data(), bytes.size()), to_python(assembly.counts()));
    });
}

} // namespace

void bind_parts(nb::module_& m) {
    nb::class_<PyPartSolver>(m, "PartSolver", nb::is_final())
        .def(nb::init<std::string_view, std::string_view, int, int>(), "ruleset"_a, "one_each"_a,
             "kings_only_moves"_a = 0, "threads"_a = 1)
        .def_static("size", &PyPartSolver::size, "ruleset"_a, "part"_a)
        .def_static("room", &PyPartSolver::room, "ruleset"_a)
        .def("load", &PyPartSolver::load, "material"_a, "packed"_a)
        .def("add", &PyPartSolver::add, "material"_a, "packed"_a)
        .def("load_part", &PyPartSolver::load_part, "part"_a, "packed"_a)
        .def("drop_parts", &PyPartSolver::drop_parts)
        .def("solve", &PyPartSolver::solve, "part"_a)
        .def("mistakes", &PyPartSolver::mistakes, "part"_a)
        .def("packed", &PyPartSolver::packed, "part"_a);
    m.def("assemble", &assemble, "ruleset"_a, "material"_a, "parts"_a);
}

} // namespace damaci
