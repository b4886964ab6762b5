/** The player's preferences: stored by the server, applied at once. */

import { notify } from "./banner.js";
import { explainBriefly } from "./explain.js";
import { page } from "./page.js";
import { Failure, request } from "./transport/request.js";

/**
 * @typedef {object} Preferences
 * @property {"system" | "light" | "dark"} theme
 * @property {string} language empty: that of the browser
 * @property {"wood" | "tile" | "felt"} board
 * @property {"turned" | "flat" | "fluted"} pieces
 * @property {"none" | "inside" | "outside"} coordinates
 * @property {"none" | "fast" | "normal" | "slow"} animation
 * @property {boolean} blindfold the pieces are not shown
 * @property {"either" | "click" | "drag"} input
 * @property {boolean} premove a move may be chosen while the other side thinks
 * @property {boolean} destinations dots where the selected piece can go
 * @property {boolean} last_move
 * @property {boolean} captures rings around the pieces that have to capture
 * @property {boolean} auto_turn turn the board to the side to move, for two players on one device
 * @property {boolean} typed_moves a field for moves in letters and digits
 * @property {boolean} shortcuts single letters are shortcuts
 * @property {boolean} sounds
 * @property {"wood" | "stone" | "soft"} sound_theme
 * @property {number} volume 0 to 100
 * @property {boolean} zen only the board, the players and their buttons are shown
 * @property {boolean} speech the opponent's moves and announcements are spoken
 * @property {boolean} pause the computer takes a moment before it moves
 * @property {boolean} toured the tour is not offered any more
 */

/** @type {Preferences} */
const DEFAULTS = {
  theme: "system",
  language: "",
  board: "wood",
  pieces: "turned",
  coordinates: "inside",
  animation: "normal",
  blindfold: false,
  input: "either",
  premove: true,
  destinations: true,
  last_move: true,
  captures: true,
  auto_turn: false,
  typed_moves: true,
  shortcuts: true,
  sounds: true,
  sound_theme: "wood",
  volume: 60,
  zen: false,
  speech: false,
  pause: true,
  toured: false,
};

/** Fires "change" after each change. */
export const changes = new EventTarget();

/** @type {Preferences} */
export const preferences = { ...DEFAULTS, ...page.prefs };

/**
 * Changes some preferences here, then on the server. Another tab may have changed others there.
 * @param {Partial<Preferences>} changed
 * @param {(why: string) => void} tell called with the reason if they were not stored
 * @returns {Promise<boolean>} whether they were stored
 */
export async function prefer(changed, tell = notify) {
  Object.assign(preferences, changed);
  changes.dispatchEvent(new Event("change"));
  try {
    await request("preferences.write", changed);
    return true;
  } catch (error) {
    tell(explainBriefly(error instanceof Failure ? error.code : "storage"));
    return false;
  }
}

/**
 * Changes the language, which applies when the page is loaded again; undone if the server does not store it.
 * @param {string} language
 * @param {(why: string) => void} [tell]
 * @returns {Promise<boolean>} whether they were stored
 */
export async function preferLanguage(language, tell) {
  const before = preferences.language;
  const kept = await prefer({ language }, tell);
  if (!kept) preferences.language = before;
  return kept;
}
