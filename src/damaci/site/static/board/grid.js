/** The squares: an accessible grid for keyboard and pointer. */

import { attribute, make } from "../dom.js";
import { t } from "../i18n.js";
import { destinations } from "./choice.js";
import { SQUARES, place, squareAt } from "./squares.js";
import { isOwn } from "./state.js";
import { squareName } from "./words.js";

/**
 * @typedef {import("./squares.js").Color} Color
 * @typedef {import("./state.js").State} State
 * @typedef {import("./config.js").Config} Config
 */

/** @type {Record<string, [number, number]>} */
const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [-7, 0],
  End: [7, 0],
};

export class Grid {
  element = make("div", { class: "squares", role: "grid", "aria-label": t("Board") });

  /** @type {Map<string, HTMLElement>} */
  #cells = new Map();

  /** @type {Color} */
  #side = "white";

  /** The only square in the tab order. */
  #current = "";

  /** Whether the square was focused by a pointer; then the grid does not use the arrow keys. */
  #pointed = false;

  #pressed = false;

  /** @param {(square: string) => void} choose */
  constructor(choose) {
    this.choose = choose;
    this.#build();
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("focusin", (event) => this.#focused(event));
    this.element.addEventListener("pointerdown", () => (this.#pointed = this.#pressed = true));
  }

  /** @param {AbortSignal} signal removes the listener for presses that end anywhere */
  listen(signal) {
    addEventListener("pointerup", () => (this.#pressed = false), { signal });
  }

  /** @param {Color} side the side at the bottom */
  orient(side) {
    if (side === this.#side) return;
    const focused = this.#cells.get(this.#current) === document.activeElement;
    this.#side = side;
    for (const [index, row] of [...this.element.children].entries()) row.replaceChildren(...this.#row(index));
    if (focused) this.focus(this.#current);
  }

  /** @param {string} square */
  focus(square) {
    this.#cells.get(square)?.focus();
  }

  /**
   * @param {State} state
   * @param {import("./state.js").Pieces} pieces as they stand with the steps chosen so far
   * @param {Config} config
   */
  update(state, pieces, config) {
    const targets = destinations(state.legal, state.steps);
    const selected = state.steps[state.steps.length - 1];
    for (const [square, cell] of this.#cells) {
      const marks = {
        selected: square === selected,
        target: targets.ends.includes(square) || targets.steps.includes(square),
        must: state.must.includes(square) && state.steps.length < 2,
        last: state.last.includes(square),
        planned: state.planned.includes(square),
      };
      attribute(cell, "aria-label", squareName(square, pieces.get(square), marks));
      attribute(cell, "aria-selected", marks.selected ? "true" : null);
      cell.classList.toggle("own", isOwn(state, square) || marks.selected);
      cell.classList.toggle("selected", marks.selected);
      cell.classList.toggle("end", config.showDestinations && targets.ends.includes(square));
      cell.classList.toggle("step", config.showDestinations && targets.steps.includes(square));
      cell.classList.toggle("must", config.showMust && marks.must);
      cell.classList.toggle("planned", marks.planned);
      cell.classList.toggle("last", config.showLast && marks.last);
    }
  }

  #build() {
    for (const square of SQUARES)
      this.#cells.set(square, make("div", { role: "gridcell", tabindex: "-1", "data-square": square }));
    for (let row = 0; row < 8; row++) this.element.append(make("div", { role: "row" }, ...this.#row(row)));
    this.#makeCurrent(squareAt(3, 5, "white"));
  }

  /** @param {number} row */
  #row(row) {
    const cells = [...Array(8).keys()].map((column) => this.#cells.get(squareAt(column, row, this.#side)));
    return /** @type {HTMLElement[]} */ (cells);
  }

  /** @param {string} square */
  #makeCurrent(square) {
    this.#cells.get(this.#current)?.setAttribute("tabindex", "-1");
    this.#cells.get(square)?.setAttribute("tabindex", "0");
    this.#current = square;
  }

  /** @param {FocusEvent} event */
  #focused({ target }) {
    this.#pointed = this.#pressed;
    const square = target instanceof HTMLElement && target.dataset.square;
    if (square) this.#makeCurrent(square);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { key } = event;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (key === "Enter" || key === " ") this.choose(this.#current);
    else if (key in ARROWS && !this.#pointed) this.#step(ARROWS[key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {[number, number]} step */
  #step([right, down]) {
    const { column, row } = place(this.#current, this.#side);
    const within = (/** @type {number} */ value) => Math.min(7, Math.max(0, value));
    this.focus(squareAt(within(column + right), within(row + down), this.#side));
  }
}
