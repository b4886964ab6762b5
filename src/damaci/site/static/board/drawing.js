/**
 * Arrows and circles that the viewer draws: with the right mouse button, or by choosing squares with a pen. The board
 * reports them only to a host that asks for it.
 */

import { t } from "../i18n.js";
import { ArrowLayer } from "./arrows.js";

/**
 * @typedef {import("./state.js").Way} Way
 * @typedef {{id: number, from: string, to: string, color: string}} Press
 */

/** The length of a circle as text: `Gd4`. */
const CIRCLE = 3;

export class Drawing {
  #layer = new ArrowLayer("drawn");

  /** @type {Map<string, string>} marks, `Gd4` or `Gd3d4`, by their squares */
  #marks = new Map();

  /** @type {Press | null} */
  #press = null;

  /** @type {import("./squares.js").Color} */
  #side = "white";

  /** @type {((marks: string[]) => void) | null} given by a host that stores the marks; told of each change */
  #tell = null;

  /** The colour of what is drawn by choosing squares (G, R, Y, B); empty while squares are chosen for moves. */
  #pen = "";

  /**
   * @param {HTMLElement} field the squares' element
   * @param {(x: number, y: number) => string | null} squareAt from a point of the window
   */
  constructor(field, squareAt) {
    this.field = field;
    this.squareAt = squareAt;
    field.addEventListener("contextmenu", (event) => event.preventDefault());
    field.addEventListener("pointerdown", (event) => this.#down(event));
    field.addEventListener("pointermove", (event) => this.#move(event));
    field.addEventListener("pointerup", (event) => this.#up(event));
    field.addEventListener("pointercancel", () => this.#end());
  }

  get element() {
    return this.#layer.element;
  }

  /** @param {import("./squares.js").Color} side the side at the bottom */
  orient(side) {
    this.#side = side;
    this.#show();
  }

  clear() {
    if (this.#marks.size === 0) return;
    this.#marks.clear();
    this.#show();
  }

  /**
   * Shows marks that a host stores; from now on a click on the board does not remove them.
   * @param {string[]} marks
   * @param {(marks: string[]) => void} tell
   */
  keep(marks, tell) {
    this.#tell = tell;
    this.#marks = new Map(marks.map((mark) => [mark.slice(1), mark]));
    this.#show();
  }

  get pen() {
    return this.#pen;
  }

  set pen(color) {
    this.#pen = color;
    this.#end();
  }

  /**
   * Draws by choosing squares: the same one twice for a circle, two for an arrow.
   * @param {string} square
   * @returns {string} what has happened, for screen readers
   */
  choose(square) {
    const from = this.#press?.from;
    if (!from) {
      this.#press = { id: -1, from: square, to: square, color: this.#pen };
      this.#show();
      return t("{square}: choose it again for a circle, or another square for an arrow.", { square });
    }
    return this.#finish(from, square, this.#pen) ? t("Drawn.") : t("Taken away.");
  }

  /** Clears the chosen square. */
  cancel() {
    if (this.#press) this.#end();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const { button, pointerId } = event;
    if (button === 0 && !this.#tell) this.clear();
    const square = this.squareAt(event.clientX, event.clientY);
    const drawing = button === 2 || (button === 0 && this.#pen && !this.#press);
    if (!drawing || !square) return;
    this.#press = { id: pointerId, from: square, to: square, color: button === 2 ? colorOf(event) : this.#pen };
    this.field.setPointerCapture(pointerId);
    this.#show();
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (event.pointerId !== this.#press?.id) return;
    this.#press.to = this.squareAt(event.clientX, event.clientY) ?? this.#press.from;
    this.#show();
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (event.pointerId !== this.#press?.id) return;
    const { from, to, color } = this.#press;
    // With the pen, the click that follows chooses the square.
    if (event.button === 0 && from === to) return this.#end();
    this.#finish(from, to, color);
  }

  /**
   * Drawing a mark a second time removes it.
   * @param {string} from
   * @param {string} to
   * @param {string} color
   */
  #finish(from, to, color) {
    const squares = from === to ? from : `${from}${to}`;
    const mark = `${color}${squares}`;
    const drawn = this.#marks.get(squares) !== mark;
    if (drawn) this.#marks.set(squares, mark);
    else this.#marks.delete(squares);
    this.#end();
    this.#tell?.([...this.#marks.values()]);
    return drawn;
  }

  #end() {
    this.#press = null;
    this.#show();
  }

  #show() {
    const marks = [...this.#marks.values()];
    const sketched = this.#press ? [shape(`${this.#press.color}${this.#press.from}${this.#press.to}`)] : [];
    this.#layer.show([...marks.map(shape), ...sketched], this.#side);
  }
}

/**
 * The colour that a mouse draws in: green, red with Shift, blue with Alt, yellow with both.
 * @param {PointerEvent} event
 */
function colorOf({ shiftKey, altKey }) {
  if (shiftKey && altKey) return "Y";
  if (shiftKey) return "R";
  return altKey ? "B" : "G";
}

/**
 * An arrow between two squares, or a circle around one.
 * @param {string} mark
 * @returns {Way & {color: string}}
 */
function shape(mark) {
  const [from, to] = [mark.slice(1, CIRCLE), mark.slice(CIRCLE)];
  const ends = to && to !== from ? { path: [from, to], captured: [] } : { path: [], captured: [from] };
  return { ...ends, color: mark[0] };
}
