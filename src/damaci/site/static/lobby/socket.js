/** The channel of the lobby. */

import { goToPage } from "../places.js";
import { after, EMPTY } from "./state.js";
import { subscribe } from "../transport/channel.js";

/** @typedef {import("./state.js").State} State */

/**
 * Follows the lobby, and goes to the player's game as soon as it is accepted.
 * @param {(state: State) => void} show
 * @returns {() => void} reconnects, after this browser has become a player
 */
export function followLobby(show = () => {}) {
  let state = EMPTY;
  const channel = subscribe("lobby");
  channel.addEventListener("open", () => {
    state = EMPTY; // The server tells everything again; own seeks only if there are any.
  });
  channel.addEventListener("message", (event) => {
    const news = /** @type {CustomEvent} */ (event).detail;
    if (news.type === "begun") return goToPage("game", { game: news.id });
    state = after(state, news);
    show(state);
  });
  return () => channel.restart();
}
