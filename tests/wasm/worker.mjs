// Browser workers, made from those of Node.js, as far as src/damaci/pocket/static/pocket/search.js needs them.
import { parentPort, Worker as Thread, workerData } from "node:worker_threads";

/** Allows this many threads, whatever the number of cores. */
const navigator = { hardwareConcurrency: 4, userAgent: "Node.js" };
Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true });

/** The page's side of a worker. */
export class Worker {
  constructor(/** @type {URL} */ script) {
    this.thread = new Thread(new URL(import.meta.url), { workerData: { script: script.href } });
    this.thread.on("message", (data) => this.onmessage?.({ data }));
    this.thread.on("error", (error) => this.onerror?.({ message: error.message }));
  }
  postMessage(message) {
    this.thread.postMessage(message);
  }
  terminate() {
    this.thread.terminate();
  }
}

// This file is also what runs in the thread.
if (workerData?.script) {
  globalThis.Worker = Worker;
  globalThis.postMessage = (message) => parentPort.postMessage(message);
  await import(workerData.script);
  parentPort.on("message", (data) => globalThis.onmessage({ data }));
}
