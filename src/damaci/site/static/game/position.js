/** The dialog with the position and the game as text. */

import { notify } from "../banner.js";
import { startCopying, startSharing } from "../copy.js";
import { find, make, write } from "../dom.js";
import { t } from "../i18n.js";
import { pageAddress } from "../places.js";
import { request } from "../transport/request.js";
import { writeFen } from "./fen.js";
import { opposite } from "./sides.js";

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
    /** @type {HTMLInputElement} */ (find("#link")).value = location.origin + location.pathname;
    write(find("#copied"), "");
    showAnalysis(dialog, game);
    dialog.showModal();
    showGame(game.connection.game);
  });
  startCopying(dialog);
  startSharing(dialog, () => ({
    fen: field.value,
    ruleset: game.record.settings.ruleset ?? "turkish",
    flipped: bottom() === "black",
  }));
}

/**
 * Shows the link to the analysis: while a game is being played, only where hints are fair as well.
 * @param {HTMLElement} dialog
 * @param {import("./game.js").Game} game
 */
function showAnalysis(dialog, game) {
  const shown = game.may("analyse") && (game.over || game.may("hint"));
  find("#to-analysis", dialog).hidden = !shown;
  if (!shown) return;
  const link = /** @type {HTMLAnchorElement} */ (find("#analyse-game", dialog));
  link.href = pageAddress("analysis.game", { game: game.connection.game });
}

/**
 * Shows the PDN of a game, unless PDN cannot express the game.
 * @param {string} game
 */
async function showGame(game) {
  const pdn = await request("games.pdn", { game }).catch(() => "");
  find(".game-text").hidden = !pdn;
  /** @type {HTMLTextAreaElement} */ (find("#pdn")).value = pdn;
  const link = /** @type {HTMLAnchorElement} */ (find("#download"));
  URL.revokeObjectURL(link.href);
  Object.assign(link, fileOf(game, pdn));
}

/**
 * Downloads a game as a PDN file.
 * @param {string} game
 */
export async function download(game) {
  const pdn = await request("games.pdn", { game }).catch(() => "");
  if (pdn) Object.assign(make("a"), fileOf(game, pdn)).click();
  else notify(t("This game cannot be written as PDN."));
}

/**
 * @param {string} game
 * @param {string} pdn
 */
function fileOf(game, pdn) {
  return {
    download: `damaci-${game}.pdn`,
    href: URL.createObjectURL(new Blob([pdn], { type: "application/vnd.pdn" })),
  };
}
