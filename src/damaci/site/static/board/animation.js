/** Animation: moves one piece along its way, and lifts captured pieces off as they are taken. */

import { part } from "./choice.js";
import { pace } from "./config.js";

/**
 * @typedef {import("./state.js").Way} Way
 * @typedef {import("./config.js").Config} Config
 */

const STEP = 180;
const JUMP = 220;
const LIFT = 260;
/** Milliseconds between two captured pieces that are removed after the move. */
const STAGGER = 90;

export class Animator {
  /** @type {Promise<void>} */
  #queue = Promise.resolve();

  /** The number of unfinished animations. When several wait, they are skipped to the end. */
  #open = 0;

  /**
   * @param {import("./render.js").PieceLayer} layer
   * @param {Config} config the board's own, which may change
   */
  constructor(layer, config) {
    this.layer = layer;
    this.config = config;
  }

  /** The factor for durations; 0 for no animation. */
  get pace() {
    return pace(this.config);
  }

  /** Whether an animation runs or waits. */
  get busy() {
    return this.#open > 0;
  }

  /**
   * Shows the pieces, after the running animations.
   * @param {import("./state.js").Pieces} pieces the final position
   * @param {Way | null} [way] the move that led to it
   * @param {boolean} [dropped] the piece was dropped on its last square
   * @returns {Promise<void>} resolved when it is done
   */
  show(pieces, way = null, dropped = false) {
    this.#open += 1;
    this.#queue = this.#queue.then(async () => {
      if (way && this.pace > 0 && this.#open < 4) await this.#play(way, dropped);
      this.layer.sync(pieces);
      this.#open -= 1;
    });
    return this.#queue;
  }

  /** Finishes the running animations at once. */
  hurry() {
    for (const animation of this.layer.element.getAnimations({ subtree: true })) animation.finish();
  }

  /**
   * @param {Way} way
   * @param {boolean} dropped
   */
  async #play(way, dropped) {
    const piece = this.layer.at(way.path[0]);
    if (!piece) return;
    piece.classList.add("moving");
    const together = dropped || this.config.removal === "after-move";
    if (dropped) this.#place(piece, way);
    else for (let step = 1; step < way.path.length; step++) await this.#go(piece, part(way, step - 1, step), !together);
    if (together) await Promise.all(way.captured.map((square, index) => this.#lift(square, index * STAGGER)));
    piece.classList.remove("moving");
  }

  /**
   * @param {HTMLElement} piece
   * @param {Way} way
   */
  #place(piece, { path }) {
    const end = path[path.length - 1];
    this.layer.move(path[0], end);
    piece.style.transform = this.layer.transform(end);
  }

  /**
   * @param {HTMLElement} piece
   * @param {Way} step one landing
   * @param {boolean} lifting whether the captured piece leaves now
   */
  async #go(piece, { path: [from, to], captured }, lifting) {
    const [start, end] = [this.layer.transform(from), this.layer.transform(to)];
    const duration = (captured.length > 0 ? JUMP : STEP) * this.pace;
    this.layer.move(from, to);
    piece.style.transform = end;
    if (lifting) for (const square of captured) this.#lift(square, duration * 0.4);
    if (captured.length > 0)
      piece.firstElementChild?.animate({ scale: ["1", "1.14", "1"] }, { duration, easing: "ease-in-out" });
    await finished(piece.animate({ transform: [start, end] }, { duration, easing: "cubic-bezier(.45, .05, .35, 1)" }));
  }

  /**
   * @param {string} square
   * @param {number} delay
   */
  async #lift(square, delay) {
    const piece = this.layer.release(square);
    if (!piece) return;
    const drawing = piece.firstElementChild ?? piece;
    const motion = [
      { transform: "none", opacity: 1 },
      { transform: "translateY(-14%) scale(1.18)", opacity: 0 },
    ];
    await finished(drawing.animate(motion, { duration: LIFT * this.pace, delay, fill: "both", easing: "ease-out" }));
    piece.remove();
  }
}

/**
 * Resolves when an animation ends or is cancelled.
 * @param {Animation} animation
 */
function finished(animation) {
  return animation.finished.then(
    () => undefined,
    () => undefined,
  );
}
