// The output of the network's units with WebAssembly's vector instructions: compilers reach less than half of this
// speed with plain loops.
#pragma once

#include <wasm_simd128.h>

#include <cstddef>
#include <cstdint>

namespace damaci {

// The sum of the outputs of `units` units. Each unit's sum is clipped to between 0 and `one`, squared, halved and
// weighted.
template <std::size_t units>
std::int32_t weighted(const std::int16_t* sums, const std::int16_t* output, std::int16_t one) {
    constexpr std::size_t lanes = 8;
    static_assert(units % lanes == 0);
    v128_t total = wasm_i32x4_splat(0);
    for (std::size_t i = 0; i < units; i += lanes) {
        const v128_t highest = wasm_i16x8_splat(one), lowest = wasm_i16x8_splat(0);
        const v128_t cut = wasm_i16x8_max(wasm_i16x8_min(wasm_v128_load(sums + i), highest), lowest);
        const v128_t active = wasm_u16x8_shr(wasm_i16x8_mul(cut, cut), 1);
        total = wasm_i32x4_add(total, wasm_i32x4_dot_i16x8(active, wasm_v128_load(output + i)));
    }
    return wasm_i32x4_extract_lane(total, 0) + wasm_i32x4_extract_lane(total, 1) + wasm_i32x4_extract_lane(total, 2) +
           wasm_i32x4_extract_lane(total, 3);
}

} // namespace damaci
