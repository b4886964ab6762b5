/** The forms of the page of endings: which pieces, which rules, and pieces put on the board one by one. */

import { drawTools, pieceOf } from "../analysis/tools.js";
import { find } from "../dom.js";
import { parseFen } from "../game/fen.js";

/**
 * @typedef {import("../board/squares.js").Color} Color
 * @typedef {import("../board/state.js").Piece} Piece
 * @typedef {import("../board/element.js").ChosenSquare} ChosenSquare
 * @typedef {import("../board/element.js").DroppedPiece} DroppedPiece
 */

export class Placing {
  /** @type {Map<string, Piece>} */
  #pieces = new Map();

  #form = /** @type {HTMLFormElement} */ (find("#place"));
  #setting = /** @type {HTMLDetailsElement} */ (find("#setting"));

  /**
   * @param {import("../board/element.js").DamaBoard} board
   * @param {(turn: Color, pieces: Map<string, Piece>) => void} placed called with each new position
   */
  constructor(board, placed) {
    this.placed = placed;
    board.addEventListener("dama-square", (event) =>
      this.#put(/** @type {CustomEvent<ChosenSquare>} */ (event).detail.square),
    );
    board.addEventListener("dama-drop", (event) => this.#move(/** @type {CustomEvent<DroppedPiece>} */ (event).detail));
    for (const each of this.#form.querySelectorAll("[name=turn]")) each.addEventListener("change", () => this.#tell());
    this.#setting.addEventListener("toggle", () => this.#tell());
    drawTools(this.#form);
  }

  /** Whether pieces are being put on the board. */
  get open() {
    return this.#setting.open;
  }

  get ruleset() {
    return this.#value("ruleset");
  }

  /** The reading of one piece each; empty for the ruleset's own. */
  get reading() {
    return this.#value("one_each");
  }

  get turn() {
    return /** @type {Color} */ (this.#value("turn"));
  }

  /** The wanted number of pieces of each kind. */
  get counts() {
    const wanted = [...new FormData(/** @type {HTMLFormElement} */ (find("#deal")))];
    return Object.fromEntries(wanted.map(([name, count]) => [name, Number(count)]));
  }

  /** @param {string} fen the position on the board */
  take(fen) {
    const { turn, pieces } = parseFen(fen);
    this.#pieces = new Map(pieces);
    const chosen = this.#form.elements.namedItem("turn");
    if (chosen instanceof RadioNodeList) chosen.value = turn;
  }

  /** @param {string} square */
  #put(square) {
    if (!this.open) return;
    const piece = pieceOf(this.#value("tool"));
    const there = this.#pieces.get(square);
    if (!piece || (there?.color === piece.color && there.king === piece.king)) this.#pieces.delete(square);
    else this.#pieces.set(square, piece);
    this.#tell();
  }

  /** @param {DroppedPiece} dropped */
  #move({ from, to }) {
    const piece = this.#pieces.get(from);
    if (!this.open || !piece) return;
    this.#pieces.delete(from);
    if (to) this.#pieces.set(to, piece);
    this.#tell();
  }

  #tell() {
    this.placed(this.turn, this.#pieces);
  }

  /** @param {string} name */
  #value(name) {
    return String(new FormData(this.#form).get(name) ?? "");
  }
}
