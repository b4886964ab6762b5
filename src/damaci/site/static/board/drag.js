/** Dragging a piece with mouse, pen or finger. A press that hardly moves stays a click. */

const THRESHOLD = 3;

/**
 * The callbacks through which dragging changes the board.
 * @typedef {object} Holder
 * @property {(square: string) => boolean} canLift
 * @property {(square: string) => HTMLElement | undefined} lift picks a piece up and returns its element
 * @property {(square: string | null) => void} drop null: outside the board
 * @property {() => void} putBack
 */

export class Drag {
  /** @type {{id: number, x: number, y: number, square: string} | null} */
  #press = null;

  /** @type {HTMLElement | undefined} */
  #piece;

  #clickFollows = false;

  /**
   * @param {HTMLElement} field the squares' element
   * @param {(x: number, y: number) => string | null} squareAt from a point of the window
   * @param {Holder} holder
   */
  constructor(field, squareAt, holder) {
    this.field = field;
    this.squareAt = squareAt;
    this.holder = holder;
    field.addEventListener("pointerdown", (event) => this.#down(event));
    field.addEventListener("pointermove", (event) => this.#move(event));
    field.addEventListener("pointerup", (event) => this.#up(event));
    field.addEventListener("pointercancel", () => this.cancel());
    field.addEventListener("click", (event) => this.#click(event), { capture: true });
  }

  /** Puts the dragged piece back. */
  cancel() {
    this.#press = null;
    if (!this.#piece) return;
    this.#letGo();
    this.holder.putBack();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const besides = this.#press && !event.isPrimary; // a second finger; any other press has ended by now
    this.cancel();
    if (besides) return;
    const square = this.squareAt(event.clientX, event.clientY);
    if (event.button !== 0 || !square || !this.holder.canLift(square)) return;
    this.#press = { id: event.pointerId, x: event.clientX, y: event.clientY, square };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    if (event.buttons === 0) return this.cancel(); // released where the board could not see it
    if (!this.#piece && Math.hypot(event.clientX - press.x, event.clientY - press.y) >= THRESHOLD) this.#lift(press);
    if (this.#piece) this.#follow(this.#piece, event);
  }

  /** @param {{id: number, square: string}} press */
  #lift({ id, square }) {
    this.#piece = this.holder.lift(square);
    this.#piece?.classList.add("held");
    this.field.setPointerCapture(id);
    this.field.classList.add("holding");
  }

  /**
   * @param {HTMLElement} piece
   * @param {PointerEvent} event
   */
  #follow(piece, event) {
    const box = this.field.getBoundingClientRect();
    const half = box.width / 16;
    piece.style.transform = `translate(${event.clientX - box.left - half}px, ${event.clientY - box.top - half}px)`;
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (event.pointerId !== this.#press?.id) return;
    this.#press = null;
    if (!this.#piece) return;
    this.#letGo();
    this.#clickFollows = true;
    setTimeout(() => (this.#clickFollows = false));
    this.holder.drop(this.squareAt(event.clientX, event.clientY));
  }

  #letGo() {
    this.#piece?.classList.remove("held");
    this.#piece = undefined;
    this.field.classList.remove("holding");
  }

  /**
   * The browser also sends a click after a drag; it is ignored.
   * @param {MouseEvent} event
   */
  #click(event) {
    if (this.#clickFollows) event.stopPropagation();
  }
}
