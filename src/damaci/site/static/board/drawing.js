/** Arrows and circles that the viewer draws with the right mouse button. They are not sent to the server. */

import { ArrowLayer } from "./arrows.js";

/** @typedef {import("./state.js").Way} Way */

export class Drawing {
  #layer = new ArrowLayer("drawn");

  /** @type {Map<string, Way>} by first and last square */
  #shapes = new Map();

  /** @type {{id: number, from: string, to: string} | null} */
  #press = null;

  /** @type {import("./squares.js").Color} */
  #side = "white";

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
    if (this.#shapes.size === 0) return;
    this.#shapes.clear();
    this.#show();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button === 0) this.clear();
    const square = this.squareAt(event.clientX, event.clientY);
    if (event.button !== 2 || !square) return;
    this.#press = { id: event.pointerId, from: square, to: square };
    this.field.setPointerCapture(event.pointerId);
    this.#show();
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (event.pointerId !== this.#press?.id) return;
    this.#press.to = this.squareAt(event.clientX, event.clientY) ?? this.#press.from;
    this.#show();
  }

  /**
   * Drawing a shape a second time removes it.
   * @param {PointerEvent} event
   */
  #up(event) {
    if (event.pointerId !== this.#press?.id) return;
    const { from, to } = this.#press;
    const name = `${from}${to}`;
    if (!this.#shapes.delete(name)) this.#shapes.set(name, shape(from, to));
    this.#end();
  }

  #end() {
    this.#press = null;
    this.#show();
  }

  #show() {
    const sketch = this.#press ? [shape(this.#press.from, this.#press.to)] : [];
    this.#layer.show([...this.#shapes.values(), ...sketch], this.#side);
  }
}

/**
 * An arrow between two squares, or a circle around one.
 * @param {string} from
 * @param {string} to
 * @returns {Way}
 */
function shape(from, to) {
  return from === to ? { path: [], captured: [from] } : { path: [from, to], captured: [] };
}
