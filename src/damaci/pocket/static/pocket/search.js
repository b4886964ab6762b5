// Workers that search (search_worker.js), as Python calls them (damaci/pocket/search_worker.py).

const SCRIPT = new URL("./search_worker.js", import.meta.url);

/** The most threads of a search. Phones rarely have more fast cores. */
const MOST_THREADS = 4;

/** Milliseconds that a search waits for the kernel of several threads. If it comes later, the next search uses it. */
const PATIENCE = 1000;

/**
 * Fetches the bytes of the kernel of several threads; undefined if that fails. `again`: those it gave are damaged.
 * @typedef {(again: boolean) => Promise<Uint8Array | undefined>} Fetch
 */

/**
 * A call that has not been answered.
 * @typedef {object} Call
 * @property {number} id
 * @property {(result?: Uint8Array) => void} done called without a result if there is none, or if the worker was ended
 * @property {(error: Error) => void} failed
 * @property {(report: Uint8Array) => void} onReport
 * @property {boolean} reported whether a report has come
 * @property {boolean} stopped
 */

/** The kernel of a search with several threads, fetched when it is first wanted. */
class Threads {
  /** @type {Promise<WebAssembly.Module | undefined> | null} */
  #coming = null;
  #damaged = false;
  #fetch;

  /**
   * @param {Fetch} fetch
   * @param {number} most the most threads that this device can have
   */
  constructor(fetch, most) {
    this.#fetch = fetch;
    this.most = most;
  }

  /** @returns {Promise<WebAssembly.Module | undefined>} undefined for a search with one thread */
  async module() {
    if (this.most < 2) return undefined;
    this.#coming ??= this.#compiled();
    return Promise.race([this.#coming, after(PATIENCE)]);
  }

  async #compiled() {
    try {
      const bytes = await this.#fetch(this.#damaged);
      if (bytes) return await WebAssembly.compile(/** @type {BufferSource} */ (bytes));
    } catch {
      this.#damaged = true;
    }
    this.#coming = null; // The next search fetches it again.
    return undefined;
  }
}

/**
 * @param {number} milliseconds
 * @returns {Promise<undefined>}
 */
const after = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** A worker, started by the first call. One call at a time. */
class Search {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Int32Array | null} */
  #stop;
  /** @type {Call | null} */
  #call = null;
  #calls = 0;
  #threads;
  /** @type {WebAssembly.Module | undefined} the kernel of several threads, once it is used */
  #together;

  /**
   * @param {WebAssembly.Module} module
   * @param {boolean} shared whether the page may share memory with workers
   * @param {Threads} threads
   */
  constructor(module, shared, threads) {
    this.module = module;
    this.#threads = threads;
    this.#stop = shared ? new Int32Array(new SharedArrayBuffer(4)) : null;
    /** The number of workers so far. A new one has no state of earlier ones. */
    this.generation = 0;
  }

  /** Starts the worker if there is none. Returns its generation. */
  begin() {
    if (this.#worker === null) {
      this.generation += 1;
      this.#worker = new Worker(SCRIPT, { type: "module" });
      this.#worker.onmessage = ({ data }) => this.#receive(data);
      this.#worker.onerror = (event) => this.#fail(new Error(event.message || "the worker that searches has failed"));
      const { module } = this;
      this.#worker.postMessage({ module, stop: this.#stop, together: this.#together, threads: this.#threads.most });
    }
    return this.generation;
  }

  /**
   * From now on the worker has several threads, if the device can. A worker with one is ended, and its state is lost.
   */
  async gather() {
    if (this.#together) return;
    this.#together = await this.#threads.module();
    if (this.#together) this.end();
  }

  /**
   * Calls a function of the kernel. Resolves with its result; undefined for none, or if the worker was ended.
   * @param {string} name
   * @param {Uint8Array} input
   * @param {Uint8Array} data
   * @param {(report: Uint8Array) => void} onReport called with each report of a search
   * @returns {Promise<Uint8Array | undefined>}
   */
  call(name, input, data, onReport) {
    this.begin();
    this.#calls += 1;
    const id = this.#calls;
    return new Promise((done, failed) => {
      this.#call = { id, done, failed, onReport, reported: false, stopped: false };
      this.#worker?.postMessage({ id, name, input, data });
    });
  }

  /**
   * Ends the running search, after its first report. With shared memory it answers within 10 ms. Without, the worker
   * cannot be told, so it is ended, and its state is lost.
   */
  stop() {
    if (this.#call === null) return;
    this.#call.stopped = true;
    if (this.#stop !== null) Atomics.store(this.#stop, 0, this.#call.id);
    else if (this.#call.reported) this.end();
  }

  /** Ends the worker, whatever it does. The next call begins another one. */
  end() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#answer()?.done();
  }

  #receive(/** @type {{id: number, report?: Uint8Array, result?: Uint8Array | null, refused?: string}} */ message) {
    if (message.id !== this.#call?.id) return;
    if (message.report) this.#report(message.report);
    else if (message.refused !== undefined) this.#answer()?.failed(new Error(message.refused));
    else this.#answer()?.done(message.result ?? undefined);
  }

  #report(/** @type {Uint8Array} */ report) {
    if (this.#call === null) return;
    this.#call.onReport(report);
    this.#call.reported = true;
    if (this.#call.stopped && this.#stop === null) this.end();
  }

  #fail(/** @type {Error} */ error) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#answer()?.failed(error);
  }

  /** Removes the running call, which has ended. */
  #answer() {
    const call = this.#call;
    this.#call = null;
    return call;
  }
}

/** Opens workers that search. */
export class Searches {
  /**
   * @param {WebAssembly.Module} module the kernel's
   * @param {Fetch} fetchTogether
   * @param {boolean} shared whether memory can be shared with workers
   */
  constructor(
    module,
    fetchTogether = async () => undefined,
    shared = globalThis.crossOriginIsolated === true && "SharedArrayBuffer" in globalThis,
  ) {
    this.module = module;
    this.shared = shared;
    this.threads = new Threads(fetchTogether, shared ? Math.min(navigator.hardwareConcurrency, MOST_THREADS) : 1);
  }

  /** A worker that has not started. */
  open() {
    return new Search(this.module, this.shared, this.threads);
  }
}
