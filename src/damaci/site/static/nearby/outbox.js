/**
 * Results that wait to be sent. The device stores them until the arbiter's app has answered, also after the page is
 * closed.
 */

import { device } from "../storage.js";

/**
 * @typedef {object} Entry
 * @property {number} round
 * @property {number} board
 * @property {string | null} result null for none
 * @property {number} seen how many steps of the tournament the helper had seen
 */

export class Outbox {
  #key;

  /** @type {Entry[]} */
  #entries;

  /** @param {string} key under which the device stores them */
  constructor(key) {
    this.#key = key;
    const kept = device.json(key);
    this.#entries = Array.isArray(kept) ? kept : [];
  }

  /** The oldest one. */
  get first() {
    return this.#entries[0];
  }

  /** The newest one. */
  get last() {
    return this.#entries[this.#entries.length - 1];
  }

  /** Their number. */
  get size() {
    return this.#entries.length;
  }

  /**
   * The waiting results of a round.
   * @param {number} round
   */
  of(round) {
    return this.#entries.filter((entry) => entry.round === round);
  }

  /**
   * Adds a result; it replaces an earlier one of the same board.
   * @param {Entry} entry
   */
  put(entry) {
    this.#entries = this.#entries.filter(({ round, board }) => round !== entry.round || board !== entry.board);
    this.#entries.push(entry);
    this.#keep();
  }

  /**
   * Removes a result, unless another one has replaced it.
   * @param {Entry} entry
   */
  drop(entry) {
    this.#entries = this.#entries.filter((each) => each !== entry);
    this.#keep();
  }

  #keep() {
    if (this.#entries.length) device.keep(this.#key, JSON.stringify(this.#entries));
    else device.forget(this.#key);
  }
}
