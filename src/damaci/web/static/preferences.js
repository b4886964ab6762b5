/** The player's preferences: kept by the server, applied at once. */

import { send } from "./api.js";
import { page } from "./page.js";

/**
 * @typedef {object} Preferences
 * @property {"system" | "light" | "dark"} theme
 * @property {string} language empty: as the browser asks
 * @property {"none" | "inside" | "outside"} coordinates
 * @property {"none" | "fast" | "normal" | "slow"} animation
 * @property {"either" | "click" | "drag"} input
 * @property {boolean} destinations dots where the selected piece can go
 * @property {boolean} last_move
 * @property {boolean} captures rings around the pieces that have to capture
 * @property {boolean} auto_turn turn the board to the side to move, for two players on one device
 * @property {boolean} shortcuts single letters act
 */

/** @type {Preferences} */
const DEFAULTS = {
  theme: "system",
  language: "",
  coordinates: "inside",
  animation: "normal",
  input: "either",
  destinations: true,
  last_move: true,
  captures: true,
  auto_turn: false,
  shortcuts: true,
};

/** Fires "change" after each change. */
export const changes = new EventTarget();

/** @type {Preferences} */
export const preferences = { ...DEFAULTS, ...page.prefs };

/**
 * Changes some preferences here, then on the server.
 * @param {Partial<Preferences>} changed
 */
export async function prefer(changed) {
  Object.assign(preferences, changed);
  changes.dispatchEvent(new Event("change"));
  await send("PUT", "/api/preferences", preferences);
}
