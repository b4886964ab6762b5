/** The channel of the lobby. */

import { goToPage } from "../places.js";
import { after, EMPTY } from "./state.js";
import { subscribe } from "../transport/channel.js";

/** @typedef {import("./state.js").State} State */

/**
 * Follows the lobby, and goes to the player's game as soon as it is accepted.
 * @param {(state: State) => void} show
 * @param {(players: import("./followed.js").Friend[]) => void} showFollowed the followed players who are here
 * @param {() => void} missed called when a lost connection is restored: a game may have begun meanwhile
 * @returns {() => void} reconnects, after this browser has become a player
 */
export function followLobby(show = () => {}, showFollowed = () => {}, missed = () => {}) {
  let state = EMPTY;
  let lost = false;
  /** The visitor's seeks when the connection was lost, until their fate is known. */
  let own = EMPTY.own;
  const channel = subscribe("lobby");
  channel.addEventListener("state", () => {
    if (channel.state !== "lost") return;
    lost = true;
    if (state.own.length) own = state.own;
  });
  channel.addEventListener("open", () => {
    if (lost) missed();
    state = EMPTY; // The server sends everything again; own seeks only if there are any.
  });
  channel.addEventListener("message", (event) => {
    const news = /** @type {CustomEvent} */ (event).detail;
    if (news.type === "begun") return goToPage("game", { game: news.id });
    if (news.type === "followed") return showFollowed(news.players);
    state = after(state, news);
    show(state);
    if (news.type !== "lobby") return; // This message comes after the visitor's own seeks.
    const gone = own.filter(({ id }) => !state.own.some((seek) => seek.id === id));
    own = EMPTY.own;
    if (gone.length) import("./missed.js").then(({ goToBegun }) => goToBegun(gone.map(({ id }) => id)));
  });
  return () => channel.restart();
}
