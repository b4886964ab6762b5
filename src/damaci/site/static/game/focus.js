/** Keyboard focus: on the board, also after a change to another game. */

import { goToPage } from "../places.js";

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
  if (byKeys) remember(game);
  goToPage("game", { game });
}

/** @param {import("./game.js").Game} game */
export function startFocus(game) {
  addEventListener("keydown", () => (byKeys = true), { capture: true });
  addEventListener("pointerdown", () => (byKeys = false), { capture: true });
  game.addEventListener("begin", () => {
    if (remembered() === game.connection.game) squareInUse()?.focus();
  });
}

/** @param {string} game that gets the focus on the next page */
function remember(game) {
  try {
    sessionStorage.setItem(KEY, game);
  } catch {
    // The browser's storage is disabled: the focus begins at the top of the page.
  }
}

/** The game that gets the focus, once. */
function remembered() {
  try {
    const game = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return game;
  } catch {
    return null;
  }
}
