/** The channel of the lobby. */

import { subscribe } from "../transport/channel.js";

/**
 * @typedef {object} Terms
 * @property {string} [ruleset]
 * @property {{base: number, increment: number} | null} [clock]
 * @property {"white" | "black" | "random"} [color]
 *
 * @typedef {{id: string, name: string, terms: Terms, mine: boolean}} OpenSeek
 * @typedef {{name?: string}} Seat
 * @typedef {{id: string, ruleset: string, white: Seat, black: Seat, plies: number}} Running
 * @typedef {{type: "lobby", seeks: OpenSeek[], games: Running[], here: number}} State
 */

/**
 * Follows the lobby, and goes to the player's game as soon as it is accepted.
 * @param {(state: State) => void} show
 * @returns {() => void} reconnects, after this browser has become a player
 */
export function followLobby(show = () => {}) {
  const channel = subscribe("lobby");
  channel.addEventListener("message", (event) => {
    const news = /** @type {CustomEvent} */ (event).detail;
    if (news.type === "begun") location.assign(`/game/${news.id}`);
    else show(news);
  });
  return () => channel.restart();
}
