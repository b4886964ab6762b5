// Weights of the evaluation from Python's bytes.
#pragma once

#include "binding.hpp"
#include "eval/network.hpp"

namespace damaci {

// Throws ValueError if the bytes are not weights.
inline Network read_weights(const nb::bytes& weights) {
    const auto bytes = std::as_bytes(std::span(weights.c_str(), weights.size()));
    if (const auto problem = Network::problem_with(bytes)) throw nb::value_error(problem->c_str());
    return Network(bytes);
}

} // namespace damaci
