/** Connects the game and the board: shows the current ply, and passes the player's input to the game. */

import { startWheel } from "../board/wheel.js";
import { configureBoard, optionsOf } from "../boardoptions.js";
import { changes, preferences } from "../preferences.js";
import { opposite, way } from "./sides.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./wire.js").Color} Color
 * @typedef {import("../board/element.js").DamaBoard} DamaBoard
 * @typedef {import("../board/element.js").ChosenMove} ChosenMove
 * @typedef {import("../board/element.js").RefusedMove} RefusedMove
 * @typedef {import("../board/element.js").PlannedMove} PlannedMove
 * @typedef {import("../board/element.js").TouchedPiece} TouchedPiece
 */

/** The most moves drawn of those that have to be played instead. */
const MOST_ARROWS = 3;

export class BoardView {
  /** @type {Color | null} the side at the bottom, if the viewer has turned the board by hand */
  #turned = null;

  /** The last refused request. Hiding its refusal does not cancel a drag. */
  #refused = "";

  /** @type {string} the current state of the board */
  #shown = "";

  #ply = 0;

  /**
   * @param {DamaBoard} board
   * @param {Game} game
   */
  constructor(board, game) {
    this.board = board;
    this.game = game;
    board.addEventListener("dama-move", (event) => game.play(/** @type {CustomEvent<ChosenMove>} */ (event).detail));
    board.addEventListener("dama-refuse", (event) =>
      game.attempt(moveText(/** @type {CustomEvent<RefusedMove>} */ (event).detail)),
    );
    board.addEventListener("dama-touch", (event) =>
      game.touch(/** @type {CustomEvent<TouchedPiece>} */ (event).detail.square),
    );
    board.addEventListener("dama-plan", (event) =>
      game.plan(/** @type {CustomEvent<PlannedMove>} */ (event).detail.path),
    );
    game.addEventListener("change", () => this.show());
    changes.addEventListener("change", () => this.configure());
    startWheel(board, (step) => {
      if (!game.known || game.ply + step < 0 || game.ply + step > game.moves.length) return false;
      game.goTo(game.ply + step);
      return true;
    });
    this.configure();
  }

  /** @returns {Color} the side at the bottom */
  get bottom() {
    const { game } = this;
    if (this.#turned || !game.known) return this.#turned ?? "white";
    if (game.shared && preferences.auto_turn) return game.turn;
    return game.me ?? "white";
  }

  flip() {
    this.#turned = opposite(this.bottom);
    this.configure();
  }

  configure() {
    const { ruleset = "turkish" } = this.game.known ? this.game.record.settings : {};
    configureBoard(this.board, { orientation: this.bottom, ...optionsOf(ruleset) });
  }

  show() {
    const { game, board } = this;
    if (!game.known) return;
    if (!this.#news()) return game.bound ? board.bind(game.bound) : undefined;
    const last = game.moves[game.ply - 1];
    const forward = game.ply === this.#ply + 1;
    this.#ply = game.ply;
    this.configure();
    board.show(
      {
        pieces: game.pieces,
        side: game.mayMove ? game.now.turn : null,
        bound: game.bound,
        legal: game.mayMove ? game.legal : [],
        ahead: game.ahead,
        planned: game.planned,
        must: game.mayMove ? (game.now.must ?? []) : [],
        last: last ? [last.path[0], last.path[last.path.length - 1]] : [],
        shown: this.#advised.slice(0, MOST_ARROWS).map(({ ways }) => way(ways[0])),
      },
      forward && last ? way(last) : null,
    );
  }

  /** The moves to be drawn as arrows. */
  get #advised() {
    const { refusal, hint } = this.game;
    return hint ? [hint] : (refusal?.instead ?? []);
  }

  /** Whether anything on the board has to change; other messages must not cancel a drag. */
  #news() {
    const { game } = this;
    this.#refused = game.refusal?.id ?? this.#refused;
    const position = [
      game.connection.game,
      game.ply,
      game.moves.length,
      game.now.fen,
      game.mayMove,
      this.#refused,
      game.hint?.text,
      game.ahead,
      game.planned,
    ];
    const shown = JSON.stringify(position);
    const news = shown !== this.#shown;
    this.#shown = shown;
    return news;
  }
}

/**
 * The text of an illegal move, for which the host explains the refusal.
 * @param {RefusedMove} tried
 */
export function moveText({ steps, to }) {
  return steps.length > 1 ? [...steps, to].join("x") : `${steps[0]}-${to}`;
}
