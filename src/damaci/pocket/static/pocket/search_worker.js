// A worker with its own kernel, which searches and makes endgame tables. search.js starts it with {module, stop,
// together, threads}: the compiled module, shared memory and the module of several threads, if there are any, and the
// number of threads. After that each message is a call: {id, name, input, data}. It is answered by {id, report} for
// each report of a search, then {id, result} or {id, refused}.

import { Kernel } from "./kernel.js";

const THREAD = new URL("./thread_worker.js", import.meta.url);

/** The memory that threads share, in pages of 64 kB: the same as in tools/wasm.py. */
const PAGES = { initial: 256, maximum: 4096, shared: true };

/** Milliseconds after which a search goes on without a thread that has not started. */
const PATIENCE = 2000;

/**
 * @typedef {object} Given
 * @property {WebAssembly.Module} module
 * @property {Int32Array | null} stop
 * @property {WebAssembly.Module} [together]
 * @property {number} threads
 */

/** @type {Promise<Kernel> | null} */
let kernel = null;
let running = 0;

/** @param {Given} given */
async function start({ module, stop, together, threads }) {
  const isStopped = () => stop !== null && Atomics.load(stop, 0) === running;
  try {
    if (together) return await startTogether(together, isStopped, threads);
  } catch {
    // The device does not give this much memory.
  }
  return new Kernel(module, isStopped);
}

/**
 * The kernel with its threads. Throws RangeError.
 * @param {WebAssembly.Module} module
 * @param {() => boolean} isStopped
 * @param {number} threads
 */
async function startTogether(module, isStopped, threads) {
  const memory = new WebAssembly.Memory(PAGES);
  const first = new Kernel(module, isStopped, memory);
  await Promise.all(Array.from({ length: threads - 1 }, () => begin(module, memory, first.exports.thread_room())));
  return first;
}

/**
 * Starts another thread. Resolves when it runs, has failed, or is late.
 * @param {WebAssembly.Module} module
 * @param {WebAssembly.Memory} memory
 * @param {number} room
 */
function begin(module, memory, room) {
  return new Promise((done) => {
    const thread = new Worker(THREAD, { type: "module" });
    thread.onmessage = thread.onerror = done;
    thread.postMessage({ module, memory, room });
    setTimeout(done, PATIENCE);
  });
}

async function call(
  /** @type {{id: number, name: string, input: Uint8Array, data: Uint8Array}} */ { id, name, input, data },
) {
  try {
    const started = /** @type {Kernel} */ (await kernel);
    running = id;
    started.listen((report) => postMessage({ id, report }));
    postMessage({ id, result: started.call(name, input, data) });
  } catch (error) {
    postMessage({ id, refused: error instanceof Error ? error.message : String(error) });
  }
}

globalThis.onmessage = ({ data }) => {
  if (kernel) call(data);
  else kernel = start(data);
};
