/** The entry point of the analysis page: creates and connects its parts. */

import "../shell.js";
import "../board/define.js";
import { attribute, find, write } from "../dom.js";
import { keyName, startKeys } from "../game/keys.js";
import { startTyped } from "../game/typed.js";
import { t } from "../i18n.js";
import { page } from "../page.js";
import { ask } from "./ask.js";
import { BoardView } from "./boardview.js";
import { Editor } from "./editor.js";
import { Engine } from "./engine.js";
import { startExplorer } from "./explorer.js";
import { startFew } from "./few.js";
import { startGraph } from "./graph.js";
import { keep, kept } from "./memory.js";
import { startMoveList } from "./movelist.js";
import { moveLabel } from "../movelabels.js";
import { startPanel } from "./panel.js";
import { startReport } from "./report.js";
import { startProblem } from "./problem.js";
import { Review } from "./review.js";
import { startTags } from "./tags.js";
import { startText } from "./text.js";
import { Tree } from "./tree.js";

const served = /** @type {import("./tree.js").TreeData} */ (page.tree);
const before = kept();
const tree = new Tree(before?.data ?? served, ask);
const engine = new Engine();
const board = /** @type {import("../board/element.js").DamaBoard} */ (find("dama-board"));
const view = new BoardView(board, tree);
const comment = /** @type {HTMLTextAreaElement} */ (find("#comment"));

startMoveList(tree);
startPanel(engine, tree, view);
startText(tree, view);
startTyped({ known: true, attempt: (move) => tree.play(move) }, {});
const review = new Review(tree);
startGraph(tree, review);
startReport(review);
keep(tree);
startTags(tree);
startExplorer(tree);
startFew(tree);

const editor = new Editor(board, { analyse: ({ fen, ruleset }) => analyse(fen, ruleset), close: () => edit(false) });

startProblem(() => editor.position(), analyse);

/** @param {boolean} open whether a position is being set up */
function edit(open) {
  find("main").classList.toggle("editing", open);
  find("#editor").hidden = !open;
  engine.pause(open);
  if (open) view.lend();
  if (open) editor.begin(tree.current.fen, tree.ruleset);
  else editor.end();
  if (open) {
    find('[name="tool"]:checked').focus({ preventScroll: true });
    return scrollTo(0, 0);
  }
  view.configure();
  view.show();
  find("#edit").focus();
}

/**
 * @param {string} text a FEN, or PDN
 * @param {string} ruleset
 */
async function analyse(text, ruleset) {
  const found = await ask("open", { text, ruleset });
  if (!found) return;
  tree.load(found.tree);
  edit(false);
}

/** @type {Record<string, () => void>} */
const steps = {
  first: () => tree.goTo(tree.root),
  back: () => tree.goTo(tree.current.parent),
  forward: () => tree.goTo(tree.current.children[0]),
  live: () => tree.goToEnd(),
  promote: () => tree.promote(),
  delete: () => tree.remove(),
  undo: () => tree.undo(),
  flip: () => view.flip(),
};
for (const [name, act] of Object.entries(steps)) find(`#${name}`).addEventListener("click", act);

find("#edit").addEventListener("click", () => edit(true));

/** @param {() => void} act an action that is disabled while a position is set up */
const unlessEditing = (act) => () => !editor.open && act();

const help = /** @type {HTMLDialogElement} */ (find("#help-dialog"));
find("#help").addEventListener("click", () => help.showModal());

startKeys({
  "?": () => help.showModal(),
  f: steps.flip,
  e: () => edit(!editor.open),
  l: unlessEditing(() => find("#engine").click()),
  c: unlessEditing(() => comment.focus()),
  p: unlessEditing(steps.promote),
  r: unlessEditing(() => find("#review").click()),
  o: unlessEditing(() => find("#openings summary").click()),
  delete: unlessEditing(steps.delete),
  arrowleft: unlessEditing(steps.back),
  arrowright: unlessEditing(steps.forward),
  arrowup: unlessEditing(steps.first),
  arrowdown: unlessEditing(steps.live),
});

document.addEventListener("keydown", (event) => {
  const field = event.target instanceof Element && event.target.closest("input:not([type='checkbox']), textarea");
  const wanted = keyName(event) === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
  if (!wanted || field || editor.open || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  steps.undo();
});

comment.addEventListener("input", () => tree.comment(comment.value));

tree.addEventListener("change", () => {
  const { current } = tree;
  if (document.activeElement !== comment || comment.value !== current.comment) comment.value = current.comment;
  for (const name of ["first", "back", "delete"])
    attribute(find(`#${name}`), "aria-disabled", `${current.parent === null}`);
  for (const name of ["forward", "live"])
    attribute(find(`#${name}`), "aria-disabled", `${current.children.length === 0}`);
  attribute(find("#promote"), "aria-disabled", `${!tree.inVariation}`);
  attribute(find("#undo"), "aria-disabled", `${!tree.canUndo}`);
  // While the comment is edited, the move is not announced at every letter.
  if (document.activeElement !== comment)
    write(
      find("#announcement"),
      current.parent ? `${moveLabel(current, tree.blackBegins)}. ${current.comment}` : t("Start position"),
    );
});

tree.place = before?.at ?? -1;
if (page.review && !tree.root.score) review.adopt(page.review);
const address = new URL(location.href);
if (address.searchParams.has("review")) {
  address.searchParams.delete("review");
  history.replaceState(null, "", address);
  if (!tree.root.score) find("#review").click();
}
