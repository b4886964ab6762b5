// Threads, if the target has them. WebAssembly has them if instances of the module share its memory.
#pragma once

#if !defined(__wasm__)
#include "native_threads.hpp"
#elif defined(__wasm_atomics__)
#include "wasm_threads.hpp"
#else
#include "no_threads.hpp"
#endif
