// The kernel as a WebAssembly module, called from Python (src/damaci/_kernel_wasm) and from the workers that search.
// Arguments and results are bytes, whose forms are in kernel/capi*.cpp.

/** The lengths of `input` and `output`, in bytes. */
const INPUT = 128;
const OUTPUT = 4096;
/** The result of missing functions of WASI. */
const NOT_SUPPORTED = 52;

/** The functions of WASI that the module needs: a clock. Functions that write or end something are refused. */
function wasi(/** @type {() => WebAssembly.Memory} */ memory) {
  return {
    clock_time_get(/** @type {number} */ _clock, /** @type {bigint} */ _precision, /** @type {number} */ address) {
      const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
      new DataView(memory().buffer).setBigUint64(address, nanoseconds, true);
      return 0;
    },
    proc_exit(/** @type {number} */ code) {
      throw new Error(`the kernel ended with ${code}`);
    },
  };
}

/** Imports of a module: the given ones, and a refusal for every other. */
function imports(
  /** @type {WebAssembly.Module} */ module,
  /** @type {Record<string, Record<string, Function>>} */ given,
) {
  /** @type {Record<string, Record<string, Function>>} */
  const all = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    all[from] ??= {};
    all[from][name] = given[from]?.[name] ?? (() => NOT_SUPPORTED);
  }
  return all;
}

/**
 * The exports of a module.
 * @param {WebAssembly.Module} module
 * @param {Record<string, Function>} damaci functions that it calls
 * @param {WebAssembly.Memory} [shared] the memory of a module that has none of its own
 */
export function instantiate(module, damaci, shared) {
  const given = { damaci, env: { memory: shared }, wasi_snapshot_preview1: wasi(() => shared ?? exports.memory) };
  const instance = new WebAssembly.Instance(module, /** @type {any} */ (imports(module, /** @type {any} */ (given))));
  /** @type {any} */
  const exports = instance.exports;
  return exports;
}

/** An instance of the kernel. One call at a time. */
export class Kernel {
  /**
   * @param {WebAssembly.Module} module
   * @param {() => boolean} isStopped asked some hundred times a second whether a search has to end.
   * @param {WebAssembly.Memory} [shared] the memory of a module that has none of its own
   */
  constructor(module, isStopped = () => false, shared = undefined) {
    /** @type {((report: Uint8Array) => void) | null} */
    this.onReport = null;
    this.stopped = false;
    const damaci = {
      report: (/** @type {number} */ size) => this.onReport?.(this.result(size)),
      is_stopped: () => Number(this.stopped || isStopped()),
    };
    this.exports = instantiate(module, damaci, shared);
    this.exports._initialize();
    this.module = module;
    /** @type {WebAssembly.Memory} */
    this.memory = shared ?? this.exports.memory;
    /** Arguments go here before a call. They are outside the module, whose memory moves when it grows. */
    this.input = new Uint8Array(INPUT);
    /** The beginning of a result is here after a call that Python made. */
    this.output = new Uint8Array(OUTPUT);
    /**
     * The module's functions for Python, by name: the arguments are in `input`. They return the length of the result,
     * or less than 0: -1 for None, -2 for a refusal, whose text is the result.
     * @type {Record<string, () => number>}
     */
    this.functions = {};
    /** The names of the functions. */
    this.names = Object.keys(this.exports).filter((name) => typeof this.exports[name] === "function");
    for (const name of this.names) this.functions[name] = () => this.#run(name);
  }

  /** From now on `onReport` is called with the report of a search after each depth. */
  listen(/** @type {((report: Uint8Array) => void) | null} */ onReport) {
    this.onReport = onReport;
  }

  /** Called from `onReport`, ends the running search. */
  stop() {
    this.stopped = true;
  }

  /** Passes long arguments to the next call. */
  give(/** @type {Uint8Array} */ bytes) {
    const address = this.exports.data(bytes.length);
    new Uint8Array(this.memory.buffer, address, bytes.length).set(bytes);
  }

  /** A copy of the last result. */
  result(/** @type {number} */ size) {
    return this.#view(size).slice();
  }

  /**
   * Calls a function, and returns a copy of its result, or null. Throws an Error with the reason of a refusal.
   * @param {string} name
   * @param {Uint8Array} input
   * @param {Uint8Array} [data] long arguments
   */
  call(name, input, data) {
    this.input.set(input);
    this.give(data ?? new Uint8Array());
    const size = this.#run(name);
    if (size === -1) return null;
    if (size < 0) throw new Error(this.refusal());
    return this.result(size);
  }

  /** Why the last call was refused. */
  refusal() {
    return new TextDecoder().decode(this.result(this.exports.results_size()));
  }

  #run(/** @type {string} */ name) {
    const { exports, input, memory, output } = this;
    this.stopped = false;
    new Uint8Array(memory.buffer, exports.arguments(), INPUT).set(input);
    const size = exports[name]();
    if (size > 0) output.set(this.#view(Math.min(size, OUTPUT)));
    return size;
  }

  #view(/** @type {number} */ size) {
    return new Uint8Array(this.memory.buffer, this.exports.results(), size);
  }
}

/** Loads the kernel from a module or its bytes. */
export async function load(/** @type {WebAssembly.Module | BufferSource} */ source) {
  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  return new Kernel(module);
}
