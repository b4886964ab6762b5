/** A board on which both sides are played from the game's position, for a line of conditional moves. */

import { configureBoard, optionsOf } from "../boardoptions.js";
import { moveText } from "../game/boardview.js";
import { parseFen } from "../game/fen.js";
import { way } from "../game/sides.js";
import { request } from "../transport/request.js";

/**
 * @typedef {import("../board/element.js").DamaBoard} DamaBoard
 * @typedef {import("../game/wire.js").Color} Color
 * @typedef {{text: string, path: string[], captured?: string[], fen: string}} LineMove
 * @typedef {{ruleset: string, fen: string, options?: object}} Here
 */

/** Fires "change" after every change, and "refuse" when a move cannot be played; its detail is the refusal's code. */
export class LineBoard extends EventTarget {
  /** @type {LineMove[]} */
  steps = [];

  /** @type {Here} */
  #start = { ruleset: "turkish", fen: "" };

  /** Whether the board shows the end of the line. */
  ready = false;

  /** Counts the shown positions, so that late answers change nothing. */
  #shown = 0;

  /** @param {DamaBoard} board */
  constructor(board) {
    super();
    this.board = board;
    board.addEventListener("dama-move", (event) =>
      this.play(/** @type {CustomEvent<import("../board/element.js").ChosenMove>} */ (event).detail.text),
    );
    board.addEventListener("dama-refuse", (event) =>
      this.play(moveText(/** @type {CustomEvent<import("../board/element.js").RefusedMove>} */ (event).detail)),
    );
  }

  /** The FEN of the position at which it began. */
  get start() {
    return this.#start.fen;
  }

  /** The moves as texts. */
  get texts() {
    return this.steps.map(({ text }) => text);
  }

  /**
   * Begins at a position.
   * @param {Here} start
   * @param {Color} bottom
   */
  begin(start, bottom) {
    this.#start = start;
    this.steps = [];
    configureBoard(this.board, { orientation: bottom, ...optionsOf(start.ruleset) });
    return this.#show(null);
  }

  back() {
    this.steps = this.steps.slice(0, -1);
    return this.#show(null);
  }

  /** @param {string} move */
  async play(move) {
    const shown = this.#shown;
    const { played, refused } = await request("analysis.move", { here: this.#here, move });
    if (shown !== this.#shown) return;
    if (!played) {
      this.dispatchEvent(new CustomEvent("refuse", { detail: refused.code }));
      return;
    }
    this.steps = [...this.steps, played];
    await this.#show(way(played));
  }

  /** @returns {Here} */
  get #here() {
    const last = this.steps[this.steps.length - 1];
    return { ...this.#start, fen: last?.fen ?? this.#start.fen };
  }

  /** @param {import("../board/state.js").Way | null} moved */
  async #show(moved) {
    const shown = ++this.#shown;
    this.ready = false;
    const here = this.#here;
    const stand = await request("analysis.stand", here);
    if (shown !== this.#shown) return;
    const last = this.steps[this.steps.length - 1];
    this.board.show(
      {
        pieces: parseFen(here.fen).pieces,
        side: stand.turn,
        legal: stand.legal.map((/** @type {import("../game/wire.js").Legal} */ { text, ways }) => ({
          text,
          ways: ways.map(way),
        })),
        must: stand.must ?? [],
        last: last ? [last.path[0], last.path[last.path.length - 1]] : [],
      },
      moved,
    );
    this.ready = true;
    this.dispatchEvent(new Event("change"));
  }
}
