/** The programme of the television: the same for all spectators. */

import { page } from "../page.js";
import { subscribe } from "../transport/channel.js";

/**
 * @typedef {object} Programme
 * @property {string} [game] absent or empty if nothing is on
 * @property {boolean} [rated]
 * @property {import("../game/people.js").People["players"]} [players] those with accounts
 */

/** Milliseconds over which the spectators change to the next game, so that not all ask the server at once. */
const SPREAD = 1000;

/**
 * Calls `show` with the programme now, and whenever it changes.
 * @param {(programme: Programme) => void} show
 */
export function followProgramme(show) {
  let shown = page.programme ?? {};
  /** @type {number | undefined} */
  let timer;
  show(shown);
  subscribe("tv").addEventListener("message", (event) => {
    const programme = /** @type {CustomEvent<Programme>} */ (event).detail;
    const other = programme.game && shown.game && programme.game !== shown.game;
    shown = programme;
    clearTimeout(timer);
    timer = setTimeout(() => show(programme), other ? Math.random() * SPREAD : 0);
  });
}
