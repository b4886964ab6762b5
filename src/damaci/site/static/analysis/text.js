/** The dialog with position and moves as text, for export and import; and text dropped or pasted onto the page. */

import { startCopying } from "../copy.js";
import { find, write } from "../dom.js";
import { takeTexts, notify, unreadable } from "../files.js";
import { t } from "../i18n.js";
import { startSharing } from "../share/share.js";
import { ask } from "./ask.js";
import { request } from "../transport/request.js";

/** @typedef {import("./tree.js").Tree} Tree */

/**
 * @param {Tree} tree
 * @param {import("./boardview.js").BoardView} view
 */
export function startText(tree, view) {
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
    read(tree, incoming.value, ruleset.value).then(() => dialog.close(), complain);
  });
  file.addEventListener("change", async () => {
    const text = await file.files?.[0]?.text();
    file.value = "";
    if (text) await read(tree, text, ruleset.value).then(() => dialog.close(), complain);
  });
  startCopying(dialog);
  startSharing(dialog, () => ({ fen: tree.current.fen, ruleset: tree.ruleset, flipped: view.flipped }));
  takeTexts(async (file) => read(tree, await file.text(), tree.ruleset));
}

/** @param {Tree} tree */
async function showText(tree) {
  /** @type {HTMLInputElement} */ (find("#fen")).value = tree.current.fen;
  const answer = await ask("pdn", tree.data);
  if (!answer) return;
  const link = /** @type {HTMLAnchorElement} */ (find("#download"));
  URL.revokeObjectURL(link.href);
  link.href = URL.createObjectURL(new Blob([answer.pdn], { type: "application/vnd.pdn" }));
  /** @type {HTMLTextAreaElement} */ (find("#pdn")).value = answer.pdn;
}

/**
 * Loads the first game of a text. Throws if the text is invalid.
 * @param {Tree} tree
 * @param {string} text
 * @param {string} ruleset for a text that does not name its rules
 */
async function read(tree, text, ruleset) {
  const { tree: data, more } = await request("analysis.open", { text, ruleset });
  tree.load(data);
  if (more) notify(t("This is the first of several games. Under Games all of them can be opened."));
}

/** @param {unknown} error */
function complain(error) {
  const place = find("#unread");
  place.hidden = false;
  write(place, unreadable(error));
}
