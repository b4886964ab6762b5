/** The engine's lines: it looks at the position for as long as the position is shown and the page is visible. */

import { subscribe } from "../transport/channel.js";

/**
 * @typedef {import("./tree.js").Tree} Tree
 * @typedef {{share: number, cp?: number, win?: number, loss?: number, draw?: boolean}} Score as White sees it; what White may expect is 0 to 100
 * @typedef {{score: Score, way: import("../game/wire.js").Step, moves: string[]}} EngineLine
 * @typedef {{type: "lines", id: number, exact: boolean, depth: number, nodes: number, lines: EngineLine[]}} Found
 */

/** Fires "change" when something has been found, or is not true any more. */
export class Engine extends EventTarget {
  /** @type {Found | null} what is known of the position that is looked at */
  found = null;

  on = false;

  /** How many lines are wanted. */
  lines = 1;

  /** Whether something else has the board. */
  #paused = false;

  /** @type {import("../transport/channel.js").Channel | null} */
  #channel = null;

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
    if (!this.#channel) return this.#sent ? this.#open() : undefined;
    const { lines } = this;
    const question = { type: "analyse", id: this.#asked, here: this.#here, lines };
    this.#channel.send(this.#sent ? question : { type: "stop" });
  }

  #open() {
    this.#channel = subscribe("analysis");
    this.#channel.addEventListener("open", () => this.#send());
    this.#channel.addEventListener("message", (event) => this.#receive(/** @type {CustomEvent} */ (event).detail));
  }

  /** @param {Found} message */
  #receive(message) {
    if (message.type !== "lines" || message.id !== this.#asked) return;
    this.found = message;
    this.dispatchEvent(new Event("change"));
  }
}
