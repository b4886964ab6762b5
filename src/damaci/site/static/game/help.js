/** The help of the game page. */

import { find } from "../dom.js";
import { pageAddress } from "../places.js";

/**
 * Returns a function that opens the help.
 * @param {import("./game.js").Game} game
 * @param {() => void} tour
 */
export function startHelp(game, tour) {
  const dialog = /** @type {HTMLDialogElement} */ (find("#help-dialog"));
  const card = /** @type {HTMLAnchorElement | null} */ (dialog.querySelector("#rule-card"));
  find("#tour", dialog).addEventListener("click", () => {
    dialog.close();
    tour();
  });
  return () => {
    if (card && game.known) card.href = pageAddress("rules", { ruleset: game.record.settings.ruleset ?? "turkish" });
    dialog.showModal();
  };
}
