/** The help of the game page. */

import { find } from "../dom.js";

/**
 * Returns a function that opens the help.
 * @param {import("./game.js").Game} game
 * @param {() => void} tour
 */
export function startHelp(game, tour) {
  const dialog = /** @type {HTMLDialogElement} */ (find("#help-dialog"));
  const card = /** @type {HTMLAnchorElement} */ (find("#rule-card", dialog));
  find("#tour", dialog).addEventListener("click", () => {
    dialog.close();
    tour();
  });
  return () => {
    if (game.known) card.href = `/learn/rules/${game.record.settings.ruleset ?? "turkish"}`;
    dialog.showModal();
  };
}
