// Gives Pyodide the kernel: the module that Python uses, and workers that search.

import { load } from "./kernel.js";
import { Searches } from "./search.js";

/**
 * Registers `damaci_kernel` and `damaci_search`, which have to be there before damaci is imported.
 * @param {{registerJsModule(name: string, module: object): void}} pyodide
 * @param {BufferSource | WebAssembly.Module} source kernel.wasm
 * @param {Uint8Array} [together] kernel_threads.wasm
 */
export async function register(pyodide, source, together = undefined) {
  const kernel = await load(source);
  pyodide.registerJsModule("damaci_kernel", kernel);
  pyodide.registerJsModule("damaci_search", new Searches(kernel.module, async () => together));
}
