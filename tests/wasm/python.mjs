// Runs a Python script in Pyodide, over the kernel's WebAssembly module:
//   node python.mjs PYODIDE_FOLDER KERNEL_WASM THREADED_WASM POCKET_SCRIPTS MSGSPEC_WHEEL SOURCES SCRIPT [ARGUMENT...]
// The value of `main(arguments)` in the script is printed. With ISOLATED=1 in the environment memory is shared with the
// workers that search, as on a page that is isolated from other origins.
import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { pathToFileURL } from "node:url";

import { Worker } from "./worker.mjs";

const [folder, wasm, threaded, scripts, wheel, sources, python, ...args] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const { register } = await import(pathToFileURL(`${scripts}/kernels.js`).href);

globalThis.Worker = Worker;
globalThis.crossOriginIsolated = process.env.ISOLATED === "1";

async function run() {
  const pyodide = await loadPyodide({ indexURL: `${folder}/` });
  await register(pyodide, readFileSync(wasm), readFileSync(threaded));
  pyodide.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel");
  pyodide.mountNodeFS("/sources", sources);
  pyodide.mountNodeFS("/tests", dirname(dirname(python)));
  const main = pyodide.runPython(`
    import importlib, sys
    sys.dont_write_bytecode = True
    sys.path[:0] = ["/sources", "/tests/wasm"]
    importlib.import_module(${JSON.stringify(basename(python, ".py"))}).main
  `);
  return main(pyodide.toPy(args));
}

try {
  const told = await run();
  // Pending timers do not keep the process running.
  process.stdout.write(`${told}\n`, () => process.exit());
} catch (error) {
  // Otherwise Node.js would print the whole line of Pyodide's script.
  console.error(error.message);
  process.exitCode = 1;
}
