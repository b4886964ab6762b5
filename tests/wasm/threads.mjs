// Calls a function of a module of several threads, as src/damaci/pocket/static/pocket/search.js does:
//   node threads.mjs MODULE SEARCH_WORKER THREADS FUNCTION [ARGUMENT...]
// The arguments and the result are numbers of 32 bits.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

import { Worker } from "./worker.mjs";

const [path, script, threads, name, ...args] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(path));
const input = new Uint8Array(Uint32Array.from(args, Number).buffer);

const worker = new Worker(pathToFileURL(script));
worker.onerror = end;
worker.onmessage = ({ data: { result, refused } }) => end({ message: refused, result });
worker.postMessage({ module, stop: null, together: module, threads: Number(threads) });
worker.postMessage({ id: 1, name, input });

/** Prints the result, or fails with the message. */
function end({ message, result }) {
  if (result) console.log(new DataView(result.buffer).getUint32(0, true));
  else console.error(message);
  process.exit(result ? 0 : 1);
}
