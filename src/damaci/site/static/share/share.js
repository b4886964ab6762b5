/** The part of a dialog that shares the position on the board: as a picture, on paper, by link. */

import { find, write } from "../dom.js";
import { t } from "../i18n.js";
import { request } from "../transport/request.js";

/**
 * @param {HTMLElement} dialog
 * @param {() => {fen: string, ruleset: string, flipped: boolean}} shown what the board shows
 */
export function startSharing(dialog, shown) {
  const picture = (/** @type {string} */ button, /** @type {"saveSvg" | "savePng"} */ save) =>
    find(button, dialog).addEventListener("click", () =>
      attempt(dialog, async () => (await import("./picture.js"))[save](await draw(shown()))),
    );
  picture("#save-svg", "saveSvg");
  picture("#save-png", "savePng");
  find("#print", dialog).addEventListener("click", () => {
    /** @type {HTMLDialogElement} */ (dialog).close();
    print();
  });
}

/**
 * Makes a picture, or says in the dialog that there is none.
 * @param {HTMLElement} dialog
 * @param {() => Promise<unknown>} make
 */
async function attempt(dialog, make) {
  const said = find("#copied", dialog);
  write(said, "");
  await make().catch(() => write(said, t("That did not work. Please try again.")));
}

/**
 * The picture as SVG.
 * @param {{fen: string, ruleset: string, flipped: boolean}} shown
 * @returns {Promise<string>}
 */
function draw(shown) {
  return request("pictures.draw", shown);
}
