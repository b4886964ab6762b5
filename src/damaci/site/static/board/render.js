/** The layer of pieces over the squares. It has no pointer events; the squares below have them. */

import { make } from "../dom.js";
import { drawPiece } from "./pieces.js";
import { place } from "./squares.js";

/**
 * @typedef {import("./squares.js").Color} Color
 * @typedef {import("./state.js").Piece} Piece
 */

export class PieceLayer {
  element = make("div", { class: "pieces", "aria-hidden": "true" });

  /** @type {Map<string, HTMLElement>} */
  #pieces = new Map();

  /** @type {Color} */
  #side = "white";

  /** @param {Color} side the side at the bottom */
  orient(side) {
    this.#side = side;
    for (const [square, piece] of this.#pieces) piece.style.transform = this.transform(square);
  }

  /**
   * Makes the layer show exactly these pieces. A piece that has changed its square glides there.
   * @param {import("./state.js").Pieces} pieces
   */
  sync(pieces) {
    const spare = [...this.#pieces].filter(([square, element]) => !fits(element, pieces.get(square)));
    for (const [square] of spare) this.#pieces.delete(square);
    for (const [square, piece] of pieces) {
      if (this.#pieces.has(square)) continue;
      const index = spare.findIndex(([, element]) => fits(element, piece));
      this.#pieces.set(square, index < 0 ? this.#add(piece) : spare.splice(index, 1)[0][1]);
    }
    for (const [, element] of spare) element.remove();
    for (const [square, piece] of pieces) this.#settle(square, piece);
  }

  /** @param {string} square */
  at(square) {
    return this.#pieces.get(square);
  }

  /**
   * Assigns a piece to another square; the caller moves its element.
   * @param {string} from
   * @param {string} to
   */
  move(from, to) {
    const piece = this.#pieces.get(from);
    if (!piece || from === to) return;
    this.remove(to);
    this.#pieces.delete(from);
    this.#pieces.set(to, piece);
  }

  /** @param {string} square */
  remove(square) {
    this.release(square)?.remove();
  }

  /**
   * Removes a piece from its square; it stays visible until its element is removed.
   * @param {string} square
   */
  release(square) {
    const piece = this.#pieces.get(square);
    this.#pieces.delete(square);
    return piece;
  }

  /** @param {string} square */
  transform(square) {
    const { column, row } = place(square, this.#side);
    return `translate(${column * 100}%, ${row * 100}%)`;
  }

  /** @param {Piece} piece */
  #add(piece) {
    const element = drawPiece(piece);
    this.element.append(element);
    return element;
  }

  /**
   * @param {string} square
   * @param {Piece} piece
   */
  #settle(square, piece) {
    const element = this.#pieces.get(square);
    element?.classList.toggle("king", piece.king);
    if (element && !element.classList.contains("held")) element.style.transform = this.transform(square);
  }
}

/**
 * Whether an element can show a piece: an element may be crowned, but cannot change its colour.
 * @param {HTMLElement} element
 * @param {Piece | undefined} piece
 */
function fits(element, piece) {
  return piece !== undefined && element.classList.contains(piece.color);
}
