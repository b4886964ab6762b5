/** The part of a dialog that shares the position on the board: as a picture, on paper, by link. */

import { find, write } from "../dom.js";
import { t } from "../i18n.js";
import { request } from "../transport/request.js";

/** @typedef {{fen: string, ruleset: string, flipped: boolean}} ShownPosition the position on the board */

/**
 * @param {string} button the id of the one that was pressed
 * @param {HTMLElement} dialog
 * @param {ShownPosition} shown
 */
export function share(button, dialog, shown) {
  if (button !== "print")
    return attempt(dialog, async () =>
      (await import("./picture.js"))[button === "save-svg" ? "saveSvg" : "savePng"](await draw(shown)),
    );
  /** @type {HTMLDialogElement} */ (dialog).close();
  print();
}

/**
 * Makes a picture, or says in the dialog that this failed.
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
 * @param {ShownPosition} shown
 * @returns {Promise<string>}
 */
function draw(shown) {
  return request("pictures.draw", shown);
}
