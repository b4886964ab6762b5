/** Keyboard focus: on the board, also after a change to another game. */

import { goToPage } from "../places.js";
import { tab } from "../storage.js";

const KEY = "damaci-focus";

/** Whether the player has used the keyboard last. */
let byKeys = false;

/** The square in the tab order, once the board exists. */
export function squareInUse() {
  return /** @type {HTMLElement | null} */ (document.querySelector('dama-board [tabindex="0"]'));
}

/**
 * Goes to a game. For keyboard users, its board gets the focus.
 * @param {string} game
 */
export function goToGame(game) {
  if (byKeys) tab.keep(KEY, game);
  goToPage("game", { game });
}

/** @param {import("./game.js").Game} game */
export function startFocus(game) {
  addEventListener("keydown", () => (byKeys = true), { capture: true });
  addEventListener("pointerdown", () => (byKeys = false), { capture: true });
  game.addEventListener("begin", () => {
    if (tab.text(KEY) === game.connection.game) squareInUse()?.focus();
    tab.forget(KEY);
  });
}
