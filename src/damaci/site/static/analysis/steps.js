/** Steps through the moves: buttons and keys, the comment on each move, and its announcement. */

import { attribute, find, write } from "../dom.js";
import { keyName, startKeys } from "../game/keys.js";
import { t } from "../i18n.js";
import { moveLabel } from "../movelabels.js";
import { marksText } from "./marks.js";

/**
 * @typedef {import("./tree.js").Tree} Tree
 * @typedef {{editing: () => boolean, edit: (open: boolean) => void}} Editing
 */

/**
 * @param {Tree} tree
 * @param {import("./boardview.js").BoardView} view
 * @param {Editing} editing whether a position is being set up, and how that begins and ends
 */
export function startSteps(tree, view, editing) {
  const comment = /** @type {HTMLTextAreaElement} */ (find("#comment"));
  const steps = stepsOf(tree, view);
  for (const [name, act] of Object.entries(steps)) find(`#${name}`).addEventListener("click", act);
  find("#edit").addEventListener("click", () => editing.edit(true));
  startAllKeys(steps, comment, editing);
  comment.addEventListener("input", () => tree.comment(comment.value));
  tree.addEventListener("change", () => {
    const { current } = tree;
    if (document.activeElement !== comment || comment.value !== current.comment) comment.value = current.comment;
    showPossible(tree);
    // While the comment is edited, the move is not announced at every letter.
    if (document.activeElement !== comment) write(find("#announcement"), said(tree));
  });
}

/**
 * @param {Tree} tree
 * @param {import("./boardview.js").BoardView} view
 */
function stepsOf(tree, view) {
  return {
    first: () => tree.goTo(tree.root),
    back: () => tree.goTo(tree.current.parent),
    forward: () => tree.goTo(tree.current.children[0]),
    live: () => tree.goToEnd(),
    promote: () => tree.promote(),
    delete: () => tree.remove(),
    undo: () => tree.undo(),
    flip: () => view.flip(),
  };
}

/**
 * @param {ReturnType<typeof stepsOf>} steps
 * @param {HTMLElement} comment
 * @param {Editing} editing
 */
function startAllKeys(steps, comment, { editing, edit }) {
  const help = /** @type {HTMLDialogElement} */ (find("#help-dialog"));
  find("#help").addEventListener("click", () => help.showModal());
  /** @param {() => void} act an action that is disabled while a position is set up */
  const unlessEditing = (act) => () => !editing() && act();
  startKeys({
    "?": () => help.showModal(),
    f: steps.flip,
    e: () => (editing() ? edit(false) : press("#edit")),
    l: unlessEditing(() => press("#engine")),
    c: unlessEditing(() => comment.focus()),
    d: unlessEditing(() => press("#pen")),
    p: unlessEditing(() => press("#promote")),
    r: unlessEditing(() => press("#review")),
    o: unlessEditing(() => press("#openings summary")),
    delete: unlessEditing(() => press("#delete")),
    arrowleft: unlessEditing(steps.back),
    arrowright: unlessEditing(steps.forward),
    arrowup: unlessEditing(steps.first),
    arrowdown: unlessEditing(steps.live),
  });
  document.addEventListener("keydown", (event) => {
    const field = event.target instanceof Element && event.target.closest("input:not([type='checkbox']), textarea");
    const wanted = keyName(event) === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    if (!wanted || field || editing() || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    press("#undo");
  });
}

/**
 * Presses a button; not every page has every button.
 * @param {string} selector
 */
function press(selector) {
  const offered = document.querySelector(selector);
  if (offered instanceof HTMLElement && offered.closest("[hidden]") === null) offered.click();
}

/**
 * Shows which steps are possible.
 * @param {Tree} tree
 */
function showPossible(tree) {
  const { current } = tree;
  for (const name of ["first", "back", "delete"])
    attribute(find(`#${name}`), "aria-disabled", `${current.parent === null}`);
  for (const name of ["forward", "live"])
    attribute(find(`#${name}`), "aria-disabled", `${current.children.length === 0}`);
  attribute(find("#promote"), "aria-disabled", `${!tree.inVariation}`);
  attribute(find("#undo"), "aria-disabled", `${!tree.canUndo}`);
}

/** @param {Tree} tree */
function said({ current, blackBegins }) {
  const move = current.parent ? `${moveLabel(current, blackBegins)}.` : t("Start position");
  const words = current.parent ? current.comment : "";
  return [move, words, marksText(current.marks)].join(" ").trim();
}
