/** Moves that are not confirmed. The device stores them until they are, also after the page is closed. */

import { device } from "../storage.js";

/** @typedef {{type: string}} Request */

/**
 * The unanswered requests of a connection. Other requests than moves are lost with the page: the person who makes them
 * sees whether they were carried out.
 * @extends {Map<string, object>}
 */
export class Outbox extends Map {
  #key = "";

  /** @param {string} game */
  constructor(game) {
    super();
    this.#key = `damaci-entered-${game}`;
    for (const [id, request] of Object.entries(device.json(this.#key) ?? {})) super.set(id, request);
  }

  /** How many moves are not confirmed. */
  get moves() {
    return this.#moves.length;
  }

  /**
   * @param {string} id
   * @param {object} request
   */
  set(id, request) {
    super.set(id, request);
    this.#keep();
    return this;
  }

  /** @param {string} id */
  delete(id) {
    const gone = super.delete(id);
    this.#keep();
    return gone;
  }

  /** @returns {[string, object][]} */
  get #moves() {
    return [...this].filter(([, request]) => /** @type {Request} */ (request).type === "move");
  }

  #keep() {
    const moves = this.#moves;
    if (moves.length) device.keep(this.#key, JSON.stringify(Object.fromEntries(moves)));
    else device.forget(this.#key);
  }
}
