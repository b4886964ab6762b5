/** The dialog with position and moves as text, for export and import; and text dropped or pasted onto the page. */

import { startCopying, startSharing } from "../copy.js";
import { attribute, find, write } from "../dom.js";
import { recordIn, takeTexts, unreadable } from "../files.js";
import { request } from "../transport/request.js";

/** @typedef {import("./tree.js").Tree} Tree */

/** The moves whose PDN was requested last. @type {import("./tree.js").TreeData | undefined} */
let asked;

/**
 * @param {Tree} tree
 * @param {import("./boardview.js").BoardView} view
 * @param {import("./desk.js").Take} take
 */
export function startText(tree, view, take) {
  const dialog = /** @type {HTMLDialogElement} */ (find("#text-dialog"));
  const incoming = /** @type {HTMLTextAreaElement} */ (find("#incoming"));
  const file = /** @type {HTMLInputElement} */ (find("#file"));
  const ruleset = /** @type {HTMLSelectElement} */ (find("#text-ruleset"));
  find("#text").addEventListener("click", () => {
    write(find("#copied"), "");
    find("#unread").hidden = true;
    incoming.value = "";
    ruleset.value = tree.ruleset;
    dialog.showModal();
    showText(tree);
  });
  find("#open-text").addEventListener("submit", (event) => {
    event.preventDefault();
    recordIn(incoming.value)
      .then((text) => take(text, ruleset.value))
      .then(() => dialog.close(), complain);
  });
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    const text = chosen && (await read(chosen));
    file.value = "";
    if (text !== undefined) await take(text, ruleset.value).then(() => dialog.close(), complain);
  });
  startCopying(dialog);
  startSharing(dialog, () => ({ fen: tree.current.fen, ruleset: tree.ruleset, flipped: view.flipped }));
  takeTexts(async (file) => take(await read(file), tree.ruleset));
}

/**
 * The text of a file. The script that reads it is loaded here.
 * @param {Blob} file
 */
async function read(file) {
  const { textOf } = await import("../texts.js");
  return textOf(file);
}

/** @param {Tree} tree */
async function showText(tree) {
  const { data } = tree;
  asked = data;
  /** @type {HTMLInputElement} */ (find("#fen")).value = tree.current.fen;
  offer("");
  try {
    const { pdn } = await request("analysis.pdn", data);
    if (asked === data) offer(pdn);
  } catch (error) {
    if (asked === data) write(find("#copied"), unreadable(error));
  }
}

/** @param {string} pdn empty for none */
function offer(pdn) {
  const link = /** @type {HTMLAnchorElement} */ (find("#download"));
  URL.revokeObjectURL(link.href);
  const address = pdn && URL.createObjectURL(new Blob([pdn], { type: "application/vnd.pdn" }));
  attribute(link, "href", address || null);
  /** @type {HTMLTextAreaElement} */ (find("#pdn")).value = pdn;
}

/** @param {unknown} error */
function complain(error) {
  const place = find("#unread");
  place.hidden = false;
  write(place, unreadable(error));
}
