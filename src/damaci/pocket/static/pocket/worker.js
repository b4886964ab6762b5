/**
 * The worker in which the app runs: Python, the kernel, and the parts of the browser that both use. Its messages are
 * in transport/worker.js.
 */

import { BlobReader } from "./blob_reader.js";
import { load } from "./kernel.js";
import { ownPositions } from "./own_positions.js";
import { startPython } from "./python.js";
import { Records } from "./records.js";
import { Searches } from "./search.js";
import { TableFiles } from "./table_files.js";
import { Tabs, enter, hold } from "./tabs.js";
import { WebTables } from "./web_tables.js";
import { WholeFiles } from "./whole_files.js";

/**
 * @typedef {import("./python.js").Place & {kernel: string, tables: string, whole: string, server?: string}} Place
 * @typedef {object} Door see damaci.pocket.main
 * @property {(text: string, file?: BlobReader) => void} receive
 * @property {(text: string) => void} receive_from_tab
 */

/** The only names that all versions of the app share: they are never changed. */
const DATABASE = "damaci";
const TABLES = "damaci-tables";

/** The kernel whose memory several threads share, among the files that are fetched when they are needed. */
const TOGETHER = "kernel_threads.wasm";

/** @type {Promise<Door> | null} */
let door = null;

self.addEventListener("message", ({ data }) => {
  if (data.place) door = start(data.place, data.language, data.carried);
  else door?.then(({ receive }) => receive(data.text, data.file && new BlobReader(data.file))).catch(fail);
});

/**
 * @param {Place} place
 * @param {string} language
 * @param {string} carried the window's records, if the browser stores nothing
 * @returns {Promise<Door>}
 */
async function start(place, language, carried) {
  const fetchPython = () => fetchModule(new URL("pyodide.asm.wasm", place.pyodide).href);
  const whole = new WholeFiles(place.whole);
  const kernel = loadKernel(place.kernel, (again) => whole.read(TOGETHER, again));
  const python = await startPython({ ...place, module: fetchPython }, "damaci.pocket.main", kernel);
  // Nothing else would report that Python has ended: the error is that of a task, for which nobody waits.
  python._api.on_fatal = fail;
  const records = new Records(DATABASE);
  const keeps = await records.works();
  const tabs = new Tabs();
  const script = {
    language,
    records: keeps ? records : undefined,
    carried,
    tables: keeps ? new TableFiles(TABLES) : undefined,
    web: place.tables ? new WebTables(place.tables) : undefined,
    whole,
    own_positions: place.server ? ownPositions : undefined,
    shared: await enter(),
    post: (/** @type {string} */ text) => self.postMessage(text),
    tell: (/** @type {string} */ text) => tabs.tell(text),
    hold,
  };
  const opened = await python.pyimport("damaci.pocket.main").start(script);
  tabs.addEventListener("message", (event) =>
    opened.receive_from_tab(/** @type {MessageEvent<string>} */ (event).data),
  );
  return opened;
}

/**
 * The kernel, for Python and for workers that search.
 * @param {string} address
 * @param {import("./search.js").Fetch} fetchTogether gives the kernel of several threads
 */
async function loadKernel(address, fetchTogether) {
  const kernel = await load(await WebAssembly.compileStreaming(fetchModule(address)));
  return { damaci_kernel: kernel, damaci_search: new Searches(kernel.module, fetchTogether) };
}

/**
 * Fetches a WebAssembly module without the service worker: for files in its own cache, the browser also stores the
 * machine code, which saves half a second at the next start. The service worker's copy is the second choice.
 * @param {string} address
 */
async function fetchModule(address) {
  const found = await fetch(address, { cache: "force-cache" }).catch(() => null);
  return found?.ok ? found : fetch(address);
}

/** @param {unknown} error */
function fail(error) {
  self.postMessage(JSON.stringify({ type: "failed", why: String(error) }));
}
