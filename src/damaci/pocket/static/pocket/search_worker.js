// A worker that has the kernel to itself: it searches, and makes endgame tables, while everything else goes on.
// search.js starts it with {module, stop}: the compiled module, and memory that both share, where there is any.
// After that each message is a call: {id, name, input, data}. It is answered by {id, report} for each report of a
// search, then {id, result} or {id, refused}.

import { Kernel } from "./kernel.js";

/** @type {Kernel} */
let kernel;
let running = 0;

function start(/** @type {{module: WebAssembly.Module, stop: Int32Array | null}} */ { module, stop }) {
  kernel = new Kernel(module, () => stop !== null && Atomics.load(stop, 0) === running);
}

function call(
  /** @type {{id: number, name: string, input: Uint8Array, data: Uint8Array}} */ { id, name, input, data },
) {
  running = id;
  kernel.listen((report) => postMessage({ id, report }));
  try {
    postMessage({ id, result: kernel.call(name, input, data) });
  } catch (error) {
    postMessage({ id, refused: error instanceof Error ? error.message : String(error) });
  }
}

globalThis.onmessage = ({ data }) => {
  if (kernel) call(data);
  else start(data);
};
