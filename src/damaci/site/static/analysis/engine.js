/** The engine's lines: the engine analyses the current position while it is shown and the page is visible. */

import { subscribe } from "../transport/channel.js";

/**
 * @typedef {import("./tree.js").Tree} Tree
 * @typedef {{share: number, cp?: number, win?: number, loss?: number, draw?: boolean}} Score from White's point of
 *   view; `share` is White's expected score, 0 to 100
 * @typedef {{score: Score, way: import("../game/wire.js").MovePath, moves: string[]}} EngineLine
 * @typedef {{type: "lines", id: number, exact: boolean, depth: number, nodes: number, lines: EngineLine[]}} Found
 */

/** Fires "change" when lines were found, or no longer apply. */
export class Engine extends EventTarget {
  /** @type {Found | null} the lines of the current position */
  found = null;

  /** Why the current position is not analysed; empty if it is. */
  refused = "";

  on = false;

  /** The number of lines to show. */
  lines = 1;

  /** Whether another part uses the board. */
  #paused = false;

  /** @type {import("../transport/channel.js").Channel | null} */
  #channel = null;

  /** The number of the last request; answers to earlier ones are ignored. */
  #asked = 0;

  /** @type {object | null} the analysed position; null for none */
  #here = null;

  #sent = "";

  /** Whether the engine is analysing. */
  get looking() {
    return this.#sent !== "";
  }

  /** @param {object | null} here null: no position */
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

  /** Starts and stops the analysis with the visibility of the page. */
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
    this.refused = "";
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

  /** @param {Found | {type: "wrong", message: string}} message */
  #receive(message) {
    if (message.type === "wrong") this.refused = message.message;
    else if (message.type === "lines" && message.id === this.#asked) this.found = message;
    else return;
    this.dispatchEvent(new Event("change"));
  }
}
