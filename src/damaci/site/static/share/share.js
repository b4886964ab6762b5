/** The part of a dialog that shares the position on the board: as a picture, on paper, by link. */

import { find } from "../dom.js";
import { request } from "../transport/request.js";
import { savePng, saveSvg } from "./picture.js";

/**
 * @param {HTMLElement} dialog
 * @param {() => {fen: string, ruleset: string, flipped: boolean}} shown what the board shows
 */
export function startSharing(dialog, shown) {
  find("#save-svg", dialog).addEventListener("click", async () => saveSvg(await draw(shown())));
  find("#save-png", dialog).addEventListener("click", async () => savePng(await draw(shown())));
  find("#print", dialog).addEventListener("click", () => {
    /** @type {HTMLDialogElement} */ (dialog).close();
    print();
  });
}

/**
 * The picture as SVG.
 * @param {{fen: string, ruleset: string, flipped: boolean}} shown
 * @returns {Promise<string>}
 */
function draw(shown) {
  return request("pictures.draw", shown);
}
