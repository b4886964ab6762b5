/** Requests and channels to an app that runs in a worker of this page: see damaci.pocket.app. */

import { page } from "../page.js";
import { carried, carry } from "./carried.js";

/**
 * @typedef {import("./carrier.js").Answer & {name: string}} Answer `name`: under which a file is saved
 * @typedef {{onText: (text: string) => void, done: (answer: Answer) => void, fail: (error: Error) => void}} Waiting
 */

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 3;

/** The close code when the worker has failed: damaci.wire.closing. */
const ACCIDENT = 1011;

let numbers = 0;

/** @type {Map<number, Waiting>} */
const waiting = new Map();

/** @type {Map<number, WorkerSocket>} */
const sockets = new Map();

/** @type {Worker | null} */
let worker = null;

/**
 * @param {string} name
 * @param {object} data
 * @returns {Promise<Answer>}
 */
export function ask(name, data) {
  return demand(name, data, () => {});
}

/**
 * @param {string} name
 * @param {object} data
 * @param {Blob} file
 * @param {(text: string) => void} onText
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer>}
 */
export function send(name, data, file, onText, signal) {
  return demand(name, data, onText, file, signal);
}

/**
 * @param {string} name
 * @param {object} data
 */
export function connect(name, data) {
  return new WorkerSocket(name, data);
}

/**
 * Asks for a text that may be long, and gives it as a file.
 * @param {string} name
 * @param {object} data
 */
export async function download(name, data) {
  /** @type {string[]} */
  const parts = [];
  const answer = await demand(name, data, (text) => parts.push(text));
  return { ...answer, file: new File([...parts, answer.text], answer.name, { type: answer.media }) };
}

/**
 * @param {string} name
 * @param {object} data
 * @param {(text: string) => void} onText
 * @param {Blob} [file]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer>}
 */
function demand(name, data, onText, file, signal) {
  const id = ++numbers;
  return new Promise((done, fail) => {
    signal?.throwIfAborted();
    waiting.set(id, { onText, done, fail });
    signal?.addEventListener("abort", () => {
      if (waiting.delete(id)) tell({ type: "cancel", id });
      fail(signal.reason);
    });
    tell({ type: "request", id, name, language: document.documentElement.lang, data }, file);
  });
}

/**
 * @param {object} message
 * @param {Blob} [file]
 */
function tell(message, file) {
  begin().postMessage({ text: JSON.stringify(message), file });
}

/** Starts the worker, unless it has started: the first request would do so too, but later. */
export function begin() {
  worker ??= start();
  return worker;
}

function start() {
  const { script, ...place } = absolute(page.worker ?? {});
  const started = new Worker(script, { type: "module" });
  started.addEventListener("message", ({ data }) => receive(JSON.parse(data)));
  started.addEventListener("error", (event) => fail(started, event.message));
  started.postMessage({ place, language: document.documentElement.lang, carried: carried() });
  return started;
}

/**
 * Lets all waiting requests fail; the next request starts another worker.
 * @param {Worker} failed
 * @param {string} why
 */
function fail(failed, why) {
  console.error(`the app has failed: ${why}`);
  failed.terminate();
  if (worker !== failed) return;
  worker = null;
  for (const [id, each] of waiting) {
    waiting.delete(id);
    each.fail(new TypeError(why));
  }
  for (const socket of [...sockets.values()]) socket.closed(ACCIDENT, "");
}

/** @param {any} message */
function receive(message) {
  const { type, id, channel } = message;
  if (type === "failed" && worker) return fail(worker, message.why);
  if (type === "notice") return document.dispatchEvent(new CustomEvent("announcement", { detail: message }));
  if (type === "kept") return carry(message.changes);
  if (type === "part") return waiting.get(id)?.onText(message.text);
  if (type === "answer") {
    waiting.get(id)?.done({ name: "", ...message, text: message.body });
    return waiting.delete(id);
  }
  const socket = sockets.get(channel);
  if (type === "opened") return socket?.opened();
  if (type === "text") return socket?.heard(message.text);
  if (type === "closed") return socket?.closed(message.code, message.reason);
}

/**
 * The addresses of the worker's files, which are relative to the page.
 * @param {Record<string, string | string[]>} place
 * @returns {any}
 */
function absolute(place) {
  const one = (/** @type {string} */ address) => new URL(address, document.baseURI).href;
  const each = Object.entries(place).map(([name, there]) => [name, Array.isArray(there) ? there.map(one) : one(there)]);
  return Object.fromEntries(each);
}

/** A channel to the worker, with the interface of a WebSocket. */
class WorkerSocket extends EventTarget {
  readyState = CONNECTING;

  #number = ++numbers;

  /**
   * @param {string} name
   * @param {object} data
   */
  constructor(name, data) {
    super();
    sockets.set(this.#number, this);
    tell({ type: "open", channel: this.#number, name, language: document.documentElement.lang, data });
  }

  /** @param {string} text */
  send(text) {
    tell({ type: "text", channel: this.#number, text });
  }

  close() {
    if (this.readyState !== CLOSED) tell({ type: "close", channel: this.#number });
  }

  opened() {
    this.readyState = OPEN;
    this.dispatchEvent(new Event("open"));
  }

  /** @param {string} data */
  heard(data) {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }

  /**
   * @param {number} code
   * @param {string} reason
   */
  closed(code, reason) {
    this.readyState = CLOSED;
    sockets.delete(this.#number);
    this.dispatchEvent(new CloseEvent("close", { code, reason }));
  }
}
