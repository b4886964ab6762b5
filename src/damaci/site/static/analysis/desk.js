/** The board of the analysis with all its parts, for the page of analysis and for those of studies. */

import { notify } from "../banner.js";
import { find } from "../dom.js";
import { unreadable } from "../files.js";
import { startTyped } from "../game/typed.js";
import { t } from "../i18n.js";
import { ask } from "./ask.js";
import { BoardView } from "./boardview.js";
import { Editor } from "./editor.js";
import { Engine } from "./engine.js";
import { startFew } from "./few.js";
import { startGraph } from "./graph.js";
import { startMarks } from "./marks.js";
import { startMoveList } from "./movelist.js";
import { startPanel } from "./panel.js";
import { startReport } from "./report.js";
import { Review } from "./review.js";
import { startSteps } from "./steps.js";
import { startTags } from "./tags.js";
import { startText } from "./text.js";
import { Tree } from "./tree.js";

/** @typedef {(text: string, ruleset: string) => Promise<void>} Take throws an error for a text that cannot be read */

/**
 * Creates the parts and connects them.
 * @param {import("./tree.js").TreeData} data
 * @param {(tree: Tree) => Take} taking handles a loaded PDN or FEN
 */
export function startDesk(data, taking) {
  const tree = new Tree(data, ask);
  const take = taking(tree);
  const engine = new Engine();
  const board = /** @type {import("../board/element.js").DamaBoard} */ (find("dama-board"));
  const view = new BoardView(board, tree);
  const editor = new Editor(board, { analyse: ({ fen, ruleset }) => analyse(fen, ruleset), close: () => edit(false) });

  startMoveList(tree);
  startPanel(engine, tree, view);
  startText(tree, view, receive);
  startTyped({ known: true, attempt: (move) => tree.play(move) }, {});
  const review = new Review(tree);
  startGraph(tree, review);
  startReport(review);
  startTags(tree);
  startOpenings(tree);
  startFew(tree);
  startMarks(tree, board);
  startProblem(() => editor.position(), analyse);
  startSteps(tree, view, { editing: () => editor.open, edit });

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
   * Loads a text. While a position is being set up, a FEN replaces it, and PDN closes the editor.
   * @type {Take}
   */
  async function receive(text, ruleset) {
    const fen = editor.open && (await import("../fens.js")).readFen(text);
    if (fen) return editor.take(fen);
    await take(text, ruleset);
    if (editor.open) edit(false);
  }

  /**
   * @param {string} text a FEN, or PDN
   * @param {string} ruleset
   */
  async function analyse(text, ruleset) {
    try {
      await take(text, ruleset);
    } catch (error) {
      return notify(unreadable(error));
    }
    edit(false);
  }

  return { tree, review };
}

/**
 * The script that shows the openings is loaded when needed.
 * @param {Tree} tree
 */
function startOpenings(tree) {
  const openings = /** @type {HTMLDetailsElement | null} */ (document.querySelector("#openings"));
  let started = false;
  openings?.addEventListener("toggle", async () => {
    if (started) return;
    const explorer = await import("./explorer.js").catch(() => notify(t("That did not work. Please try again.")));
    if (started || !explorer) return;
    started = true;
    explorer.startExplorer(tree, openings);
  });
}

/**
 * The script that checks problems is loaded when needed.
 * @param {import("./problem.js").SetUp} position
 * @param {(pdn: string, ruleset: string) => void} load
 */
function startProblem(position, load) {
  const button = document.querySelector("#check-problem");
  if (!(button instanceof HTMLElement)) return;
  /** @type {(() => void) | undefined} */
  let check;
  button.addEventListener("click", async () => {
    const { prepareProblem } = await import("./problem.js");
    check ??= prepareProblem(button, position, load);
    check();
  });
}
