/** The dialog that hands out the position and the game as text. */

import { startCopying } from "../copy.js";
import { find, write } from "../dom.js";
import { page } from "../page.js";
import { startSharing } from "../share/share.js";
import { writeFen } from "./fen.js";
import { opposite } from "./wire.js";

/**
 * @param {import("./game.js").Game} game
 * @param {() => import("./wire.js").Color} bottom the side at the bottom of the board
 */
export function startPosition(game, bottom) {
  const dialog = /** @type {HTMLDialogElement} */ (find("#position-dialog"));
  const field = /** @type {HTMLInputElement} */ (find("#fen"));
  find("#position").addEventListener("click", () => {
    if (!game.known) return;
    const turn = game.ply % 2 === 0 ? game.record.first : opposite(game.record.first);
    field.value = writeFen(turn, game.pieces);
    write(find("#copied"), "");
    dialog.showModal();
    showGame(`${page.api ?? "/api"}/games/${game.connection.game}/pdn`);
  });
  startCopying(dialog);
  startSharing(dialog, () => ({
    fen: field.value,
    ruleset: game.record.settings.ruleset ?? "turkish",
    flipped: bottom() === "black",
  }));
}

/**
 * A game that PDN cannot tell is not offered.
 * @param {string} url
 */
async function showGame(url) {
  const answer = await fetch(url);
  find(".game-text").hidden = !answer.ok;
  /** @type {HTMLTextAreaElement} */ (find("#pdn")).value = answer.ok ? await answer.text() : "";
  /** @type {HTMLAnchorElement} */ (find("#download")).href = url;
}
