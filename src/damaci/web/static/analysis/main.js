/** The analysis page: brings its parts together. */

import "../shell.js";
import "../board/element.js";
import { send } from "../api.js";
import { attribute, find } from "../dom.js";
import { startKeys } from "../game/keys.js";
import { page } from "../page.js";
import { BoardView } from "./boardview.js";
import { Editor } from "./editor.js";
import { Engine } from "./engine.js";
import { keep, kept } from "./memory.js";
import { startMoveList } from "./movelist.js";
import { startPanel } from "./panel.js";
import { startText } from "./text.js";
import { Tree } from "./tree.js";

const told = /** @type {import("./tree.js").TreeData} */ (page.tree);
const tree = new Tree(kept() ?? told);
const engine = new Engine();
const board = /** @type {import("../board/element.js").DamaBoard} */ (find("dama-board"));
const view = new BoardView(board, tree);
const comment = /** @type {HTMLTextAreaElement} */ (find("#comment"));

startMoveList(tree);
startPanel(engine, tree, view);
startText(tree);
keep(tree);

const editor = new Editor(board, { analyse: ({ fen, ruleset }) => analyse(fen, ruleset), close: () => edit(false) });

/** @param {boolean} open whether a position is being set up */
function edit(open) {
  find("main").classList.toggle("editing", open);
  find("#editor").hidden = !open;
  engine.pause(open);
  if (open) view.lend();
  if (open) editor.begin(tree.current.fen, tree.ruleset);
  else editor.end();
  if (open) return find('[name="tool"]:checked').focus();
  view.configure();
  view.show();
  find("#edit").focus();
}

/**
 * @param {string} text a FEN
 * @param {string} ruleset
 */
async function analyse(text, ruleset) {
  const { tree: data } = await send("POST", "/api/analysis/open", { text, ruleset });
  tree.load(data);
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
  flip: () => view.flip(),
};
for (const [name, act] of Object.entries(steps)) find(`#${name}`).addEventListener("click", act);

find("#edit").addEventListener("click", () => edit(true));

startKeys({
  f: steps.flip,
  e: () => edit(!editor.open),
  l: () => find("#engine").click(),
  arrowleft: steps.back,
  arrowright: steps.forward,
  arrowup: steps.first,
  arrowdown: steps.live,
});

comment.addEventListener("input", () => tree.comment(comment.value));

tree.addEventListener("change", () => {
  const { current } = tree;
  if (document.activeElement !== comment || comment.value !== current.comment) comment.value = current.comment;
  for (const name of ["first", "back", "delete"]) attribute(find(`#${name}`), "aria-disabled", `${current.parent === null}`);
  for (const name of ["forward", "live"]) attribute(find(`#${name}`), "aria-disabled", `${current.children.length === 0}`);
  attribute(find("#promote"), "aria-disabled", `${!tree.inVariation}`);
});

tree.goTo(tree.root);
