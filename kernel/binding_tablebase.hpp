// Code that the Python classes of endgame tables share.
#pragma once

#include "binding_tables.hpp"
#include "tablebase/outcome_counts.hpp"

#include <nanobind/ndarray.h>

namespace damaci {

using PyMaterial = PyTables::PyMaterial;
using Bytes = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

inline Material to_material(const PyMaterial& given) {
    const auto& [own_men, own_kings, enemy_men, enemy_kings] = given;
    const Material material{own_men, own_kings, enemy_men, enemy_kings};
    for (const int count : {own_men, own_kings, enemy_men, enemy_kings}) {
        if (count < 0 || count > most_of_a_kind)
            throw nb::value_error(("a number of pieces is " + std::to_string(count) + "; expected 0 to 6").c_str());
    }
    if (!material.is_possible()) throw nb::value_error("each side needs a piece");
    return material;
}

inline std::span<const std::uint8_t> to_span(const Bytes& bytes) {
    return {bytes.data(), bytes.shape(0)};
}

// Calls f(interrupted) without Python's lock.
template <class F>
auto run_unlocked(F f) {
    const auto ctrl_c = [] {
        const nb::gil_scoped_acquire gil;
        return PyErr_CheckSignals() != 0;
    };
    const auto result = [&] {
        const nb::gil_scoped_release no_gil;
        return f(ctrl_c);
    }();
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
    return result;
}

inline nb::dict to_python(const OutcomeCounts& counts) {
    nb::dict result;
    result["positions"] = counts.positions();
    result["win"] = counts.won;
    result["draw"] = counts.drawn;
    result["loss"] = counts.lost;
    result["longest_win"] = counts.longest_win;
    return result;
}

} // namespace damaci
