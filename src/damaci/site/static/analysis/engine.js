/** The engine's lines: a socket that looks at the position as long as it is shown and the page is seen. */

/**
 * @typedef {import("./tree.js").Tree} Tree
 * @typedef {{share: number, cp?: number, win?: number, loss?: number, draw?: boolean}} Score as White sees it; what White may expect is 0 to 100
 * @typedef {{score: Score, way: import("../game/wire.js").Step, moves: string[]}} EngineLine
 * @typedef {{type: "lines", id: number, exact: boolean, depth: number, nodes: number, lines: EngineLine[]}} Found
 */

const PAUSE = 1000;

/** Fires "change" when something has been found, or is not true any more. */
export class Engine extends EventTarget {
  /** @type {Found | null} what is known of the position that is looked at */
  found = null;

  on = false;

  /** How many lines are wanted. */
  lines = 1;

  /** Whether something else has the board. */
  #paused = false;

  /** @type {WebSocket | null} */
  #socket = null;

  /** The number of the last question; answers to earlier ones are late. */
  #asked = 0;

  /** @type {object | null} the position that is looked at; null for none */
  #here = null;

  #sent = "";

  /** Whether the position is being looked at. */
  get looking() {
    return this.#sent !== "";
  }

  /** @param {object | null} here null: nothing is to be looked at */
  look(here) {
    this.#here = here;
    this.#ask();
  }

  /** @param {boolean} on */
  turn(on) {
    this.on = on;
    this.#ask();
  }

  /** @param {boolean} paused */
  pause(paused) {
    this.#paused = paused;
    this.#ask();
  }

  /** @param {number} lines */
  want(lines) {
    this.lines = lines;
    this.#ask();
  }

  /** Begins and ends with the page being seen. */
  watch() {
    document.addEventListener("visibilitychange", () => this.#ask());
  }

  #ask() {
    const looking = this.on && !this.#paused && !document.hidden && this.#here !== null;
    const question = looking ? JSON.stringify([this.#here, this.lines]) : "";
    if (question === this.#sent) return;
    this.#sent = question;
    this.#asked += 1;
    this.found = null;
    this.#send();
    this.dispatchEvent(new Event("change"));
  }

  #send() {
    const socket = this.#socket;
    if (!socket) return this.#sent ? this.#open() : undefined;
    if (socket.readyState !== WebSocket.OPEN) return;
    const { lines } = this;
    socket.send(
      JSON.stringify(this.#sent ? { type: "analyse", id: this.#asked, here: this.#here, lines } : { type: "stop" }),
    );
  }

  #open() {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/analysis`);
    this.#socket = socket;
    socket.addEventListener("open", () => this.#send());
    socket.addEventListener("message", ({ data }) => this.#receive(JSON.parse(data)));
    socket.addEventListener("close", () => {
      this.#socket = null;
      setTimeout(() => this.#send(), PAUSE);
    });
  }

  /** @param {Found} message */
  #receive(message) {
    if (message.type !== "lines" || message.id !== this.#asked) return;
    this.found = message;
    this.dispatchEvent(new Event("change"));
  }
}
