/** Channels to the app, which reconnect by themselves until the page or the app closes them. */

import { carrier } from "./carrier.js";

/** @typedef {"connecting" | "open" | "lost" | "refused"} State */

/** Milliseconds until a lost channel is opened again. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8000;

/** The first close code after which the channel does not reconnect: damaci.wire.closing. */
const FINAL = 4400;

/** The close code for somebody who may not stay: damaci.online.orders. */
const TURNED_AWAY = 4403;

/** The close reasons during a maintenance, and of a tournament that has been removed: damaci.online.orders. */
const SAID_BY_THE_PAGE = new Set(["maintenance", "removed"]);

/** Milliseconds after which a page may load again by itself. */
const SETTLED = 5000;

/**
 * Opens a channel.
 * @param {string} name as in `game`
 * @param {object} [data] values for the placeholders of the address
 */
export function subscribe(name, data = {}) {
  return new Channel(() => carrier.connect(name, data));
}

/** How many channels this page has. */
let channels = 0;

/** Whether this page has a channel, open or about to be opened again. */
export function connected() {
  return channels > 0;
}

/** Messages that concern every page, whichever channel brings them. */
const EVERYWHERE = new Set(["announcement", "challenges"]);

/**
 * Lets the page show the operator's announcements, and the challenges to its visitor.
 * @param {{type: string}} detail
 */
function announce(detail) {
  document.dispatchEvent(new CustomEvent(detail.type, { detail }));
}

/** Fires "open" after each connect, "message" (a CustomEvent with the message) and "state" when `state` has changed. */
export class Channel extends EventTarget {
  /** @type {State} */
  state = "connecting";

  /** Why the app has refused the channel. */
  reason = "";

  /** @type {import("./carrier.js").Socket | null} */
  #socket = null;

  #pause = FIRST_PAUSE;

  /** @type {number | undefined} */
  #timer;

  #closed = new AbortController();

  /** @param {() => import("./carrier.js").Socket} connect */
  constructor(connect) {
    super();
    this.connect = connect;
    channels += 1;
    const { signal } = this.#closed;
    addEventListener("online", () => this.#retryNow(), { signal });
    document.addEventListener("visibilitychange", () => !document.hidden && this.#retryNow(), { signal });
    this.#open();
  }

  /**
   * Sends a message if the channel is open; otherwise a listener of "open" has to send it.
   * @param {object} message
   */
  send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Reconnects: opens a new socket before closing the current one. */
  restart() {
    const former = this.#socket;
    this.#open();
    former?.close();
  }

  /** Ends the channel for good. */
  close() {
    if (!this.#closed.signal.aborted) channels -= 1;
    const socket = this.#socket;
    this.#socket = null;
    this.#closed.abort();
    clearTimeout(this.#timer);
    socket?.close();
  }

  #open() {
    clearTimeout(this.#timer);
    const socket = this.connect();
    this.#socket = socket;
    /** @param {() => void} act called only while this is the channel's socket */
    const current = (act) => this.#socket === socket && act();
    socket.addEventListener("open", () => current(() => this.#opened()));
    socket.addEventListener("message", ({ data }) => current(() => this.#received(JSON.parse(data))));
    socket.addEventListener("close", ({ code, reason }) => current(() => this.#lost(code, reason)));
  }

  #opened() {
    this.#pause = FIRST_PAUSE;
    this.dispatchEvent(new Event("open"));
    this.#become("open");
  }

  /** @param {{type: string}} message */
  #received(message) {
    if (message.type === "pong") return;
    if (EVERYWHERE.has(message.type)) return announce(message);
    this.dispatchEvent(new CustomEvent("message", { detail: message }));
  }

  /**
   * @param {number} code
   * @param {string} reason
   */
  #lost(code, reason) {
    this.#socket = null;
    this.reason = reason;
    // The page that the server then shows says why.
    if ((code === TURNED_AWAY || SAID_BY_THE_PAGE.has(reason)) && performance.now() > SETTLED) location.reload();
    if (code >= FINAL) return this.#become("refused");
    this.#timer = setTimeout(() => this.#open(), this.#pause * (1 + Math.random() / 4));
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
    this.#become("lost");
  }

  #retryNow() {
    if (this.state === "lost" && !this.#socket) this.#open();
  }

  /** @param {State} state */
  #become(state) {
    if (state === this.state) return;
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }
}
