/** Connects the tree and the board: shows the current position, and passes moves to the tree. */

import { startWheel } from "../board/wheel.js";
import { moveText } from "../game/boardview.js";
import { parseFen } from "../game/fen.js";
import { opposite, way } from "../game/sides.js";
import { configureBoard, optionsOf } from "../boardoptions.js";
import { changes } from "../preferences.js";

/**
 * @typedef {import("./tree.js").Tree} Tree
 * @typedef {import("../board/element.js").DamaBoard} DamaBoard
 * @typedef {import("../board/element.js").ChosenMove} ChosenMove
 * @typedef {import("../board/element.js").RefusedMove} RefusedMove
 * @typedef {import("../board/state.js").Way} Way
 */

export class BoardView {
  /** @type {import("../game/wire.js").Color} */
  #bottom = "white";

  /** @type {import("./tree.js").Node | null} the node that the board shows */
  #shown = null;

  /** @type {Way[]} */
  #arrows = [];

  /**
   * @param {DamaBoard} board
   * @param {Tree} tree
   */
  constructor(board, tree) {
    this.board = board;
    this.tree = tree;
    board.addEventListener("dama-move", (event) =>
      tree.play(/** @type {CustomEvent<ChosenMove>} */ (event).detail.text),
    );
    board.addEventListener("dama-refuse", (event) =>
      tree.play(moveText(/** @type {CustomEvent<RefusedMove>} */ (event).detail)),
    );
    board.addEventListener("dama-touch", () => tree.forgive());
    tree.addEventListener("change", () => this.show());
    tree.addEventListener("forgive", () => board.point(this.#arrows));
    changes.addEventListener("change", () => !this.#lent && this.configure());
    startWheel(board, (step) => this.#step(step < 0 ? tree.current.parent : tree.current.children[0]));
    this.configure();
  }

  /**
   * Goes to a node, if there is one.
   * @param {import("./tree.js").Node | null | undefined} node
   */
  #step(node) {
    if (!node || this.#lent) return false;
    this.tree.goTo(node);
    return true;
  }

  /** Whether another part uses the board, until `configure` is called. */
  #lent = false;

  lend() {
    this.#lent = true;
  }

  configure() {
    this.#lent = false;
    configureBoard(this.board, { orientation: this.#bottom, ...optionsOf(this.tree.ruleset), free: false });
  }

  /** Whether Black is at the bottom. */
  get flipped() {
    return this.#bottom === "black";
  }

  flip() {
    this.#bottom = opposite(this.#bottom);
    this.board.configure({ orientation: this.#bottom });
  }

  /** @param {Way[]} ways drawn as arrows, unless other arrows are shown */
  point(ways) {
    this.#arrows = ways;
    if (!this.tree.refusal && !this.#lent) this.board.point(ways);
  }

  show() {
    if (this.#lent) return;
    const { current, refusal } = this.tree;
    const { turn, pieces } = parseFen(current.fen);
    const { legal = [], must = [] } = current.stand ?? {};
    const forward = this.#shown !== null && current.parent === this.#shown;
    this.#shown = current;
    this.board.show(
      {
        pieces,
        side: current.stand ? turn : null,
        legal: legal.map(({ text, ways }) => ({ text, ways: ways.map(way) })),
        must,
        last: current.path.length > 0 ? [current.path[0], current.path[current.path.length - 1]] : [],
        shown: refusal ? (refusal.instead ?? []).slice(0, 3).map(({ ways }) => way(ways[0])) : this.#arrows,
      },
      forward ? { path: current.path, captured: current.captured } : null,
    );
  }
}
