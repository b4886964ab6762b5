/**
 * The tags of a game (players, place, date): shown above the moves, edited in a dialog, written to PDN, and kept with
 * the game if the app has it.
 */

import { find, write } from "../dom.js";
import { isolated, joined, language, t } from "../i18n.js";
import { page } from "../page.js";
import { dayOfTag } from "../times.js";
import { ask } from "./ask.js";

/** @typedef {import("./tree.js").Tree} Tree */

/** Matches an unknown value of a PDN tag. */
const UNKNOWN = /^[?.\s]*$/;

/** @param {Tree} tree */
export function startTags(tree) {
  const dialog = /** @type {HTMLDialogElement} */ (find("#tags-dialog"));
  const form = /** @type {HTMLFormElement} */ (find("#tags"));
  let game = page.game;
  const fields = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input")]);
  find("#about-game").addEventListener("click", () => {
    for (const field of fields) field.value = known(tree.tags[field.name]);
    dialog.showModal();
  });
  form.addEventListener("submit", () => {
    const edited = Object.fromEntries(fields.map(({ name, value }) => [name, value.trim()]));
    tree.tags = { ...tree.tags, ...edited };
    if (game) ask("tags", { game, tags: edited });
  });
  tree.addEventListener("load", () => (game = ""));
  tree.addEventListener("grow", () => show(tree));
  show(tree);
}

/** @param {Tree} tree */
function show({ tags }) {
  const players = `${isolated(known(tags.White) || t("White"))} – ${isolated(known(tags.Black) || t("Black"))}`;
  const day = dayOfTag(tags.Date ?? "", language);
  const occasion = joined([tags.Event, tags.Site, day].map(known).filter(Boolean).map(isolated));
  write(find("#players"), players);
  write(find("#occasion"), occasion);
}

/** @param {string | undefined} value of a tag */
function known(value = "") {
  return UNKNOWN.test(value) ? "" : value;
}
