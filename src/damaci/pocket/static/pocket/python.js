/**
 * Python in the worker, with our packages imported.
 *
 * The first start takes seconds: Python compiles what it imports. Its memory is then stored, and later starts begin
 * with that memory. Pyodide's memory snapshots lack the functions of the libraries that it loads (msgspec's), but have
 * their data. These are loaded again at their old addresses, for which the build patches pyodide.asm.mjs
 * (tools/site/runtime.py).
 */

import { keepMemory, openMemory, openPlace } from "./memory_file.js";
import { unzip } from "./unzip.js";

/**
 * @typedef {object} Place where the files are, as absolute addresses
 * @property {string} pyodide its module; the other parts are beside it
 * @property {string[]} packages archives that Python imports from, not compressed
 * @property {() => Promise<Response>} [module] fetches Python's WebAssembly module in place of Pyodide
 *
 * @typedef {{libName: string, memoryBase: number, memorySize: number, tableBase: number, tableSize: number}} Library
 * @typedef {any} Python Pyodide's interface, with its internals
 * @typedef {Record<string, object>} Modules JavaScript objects that Python imports as modules, by name
 */

const HOME = "/home/pyodide";

/** The kernel's functions are not stored, but taken from the module again. */
const RELEASE = "from damaci._kernel_wasm.module import unbind; unbind()";

/**
 * Starts Python and imports a module. Throws if a file is missing.
 * @param {Place} place
 * @param {string} entry the module
 * @param {Modules | Promise<Modules>} modules
 * @returns {Promise<Python>}
 */
export async function startPython(place, entry, modules) {
  const files = Promise.all(place.packages.map(read)).then((archives) => archives.flatMap(unzip));
  const memory = await openMemory(key(place, entry));
  if (memory) {
    const resumed = await resume(place, memory, files, await modules).catch(() => null);
    memory.close();
    if (resumed) return resumed;
  }
  return begin(place, entry, files, await modules);
}

/**
 * @param {string} address
 * @returns {Promise<Uint8Array>}
 */
async function read(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * The first start: imports everything, and stores the memory for later ones.
 * @param {Place} place
 * @param {string} entry
 * @param {Promise<import("./unzip.js").Entry[]>} files
 * @param {Modules} modules
 */
async function begin(place, entry, files, modules) {
  const python = await load(place, { _makeSnapshot: true });
  writeFiles(python, await files);
  for (const [name, module] of Object.entries(modules)) python.registerJsModule(name, module);
  python.runPython(`import ${entry}\n${RELEASE}`);
  await keep(key(place, entry), python, modules);
  return python;
}

/**
 * Stores Python's memory, if possible.
 * @param {string} name
 * @param {Python} python
 * @param {Modules} modules
 */
async function keep(name, python, modules) {
  const place = await openPlace();
  if (!place) return;
  const head = headOf(python, modules);
  if (head) keepMemory(place, name, python._module.librariesLoaded ?? [], head, python._module.HEAPU8);
  place.close();
}

/**
 * The part of a memory snapshot that describes the JavaScript objects held by Python; the build removes the memory from
 * it (tools/site/runtime.py). Null if Python holds an object without a name.
 * @param {Python} python
 * @param {Modules} modules
 * @returns {Uint8Array | null}
 */
function headOf(python, modules) {
  const names = new Map(Object.entries(modules).map(([name, module]) => [module, name]));
  try {
    return python.makeMemorySnapshot({ serializer: (/** @type {object} */ held) => nameOf(held, names) });
  } catch (error) {
    console.warn(error);
    return null;
  }
}

/**
 * @param {object} held by Python
 * @param {Map<object, string>} names
 */
function nameOf(held, names) {
  const name = names.get(held);
  if (!name) throw new Error("a module of Damacı keeps a JavaScript object when it is imported");
  return { name };
}

/**
 * A later start, from the memory of the first one. `_memory` is what the build adds to Pyodide (tools/site/runtime.py).
 * @param {Place} place
 * @param {import("./memory_file.js").KeptMemory} memory
 * @param {Promise<import("./unzip.js").Entry[]>} files
 * @param {Modules} modules
 */
async function resume(place, memory, files, modules) {
  const named = (/** @type {{name: string}} */ { name }) => modules[name];
  const python = await load(place, { _loadSnapshot: memory.head, _memory: memory, _snapshotDeserializer: named });
  writeFiles(python, await files);
  for (const library of /** @type {Library[]} */ (memory.about)) loadAgain(python._module, library);
  return python;
}

/**
 * Loads a library at its old addresses. Its data is part of the memory already.
 * @param {any} module
 * @param {Library} library
 */
function loadAgain(module, library) {
  const { libName, memoryBase, memorySize } = library;
  const data = module.HEAPU8.slice(memoryBase, memoryBase + memorySize);
  module.libraryAgain = library;
  module.loadDynamicLibrary(libName, { global: false, nodelete: true }, {});
  module.libraryAgain = null;
  module.HEAPU8.set(data, memoryBase);
}

/**
 * @param {Place} place
 * @param {object} options
 * @returns {Promise<Python>}
 */
async function load(place, options) {
  const module = place.module?.();
  const { loadPyodide } = await import(place.pyodide);
  return loadPyodide({ indexURL: new URL("./", place.pyodide).href, _module: module, ...options });
}

/**
 * @param {Python} python
 * @param {import("./unzip.js").Entry[]} files
 */
function writeFiles(python, files) {
  const folders = new Set(files.map(({ name }) => name.slice(0, name.lastIndexOf("/") + 1)));
  for (const folder of folders) python.FS.mkdirTree(`${HOME}/${folder}`);
  for (const { name, content } of files) python.FS.writeFile(`${HOME}/${name}`, content, { canOwn: true });
}

/**
 * What the memory depends on.
 * @param {Place} place
 * @param {string} entry
 */
function key(place, entry) {
  return new URL(
    `?${new URLSearchParams([["entry", entry], ...place.packages.map((each) => ["with", each])])}`,
    place.pyodide,
  ).href;
}
