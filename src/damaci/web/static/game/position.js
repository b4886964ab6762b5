/** The dialog that hands out the position as text. */

import { find, write } from "../dom.js";
import { t } from "../i18n.js";
import { writeFen } from "./fen.js";
import { opposite } from "./wire.js";

/** @param {import("./game.js").Game} game */
export function startPosition(game) {
  const dialog = /** @type {HTMLDialogElement} */ (find("#position-dialog"));
  const field = /** @type {HTMLInputElement} */ (find("#fen"));
  find("#position").addEventListener("click", () => {
    if (!game.known) return;
    const turn = game.ply % 2 === 0 ? game.record.first : opposite(game.record.first);
    field.value = writeFen(turn, game.pieces);
    write(find("#copied"), "");
    dialog.showModal();
  });
  find("#copy").addEventListener("click", () => {
    field.select();
    write(find("#copied"), copy() ? t("Copied.") : t("Press Ctrl+C to copy."));
  });
}

/** Copies what is selected. navigator.clipboard is missing on a page opened over plain http from another machine. */
function copy() {
  return document.execCommand("copy");
}
