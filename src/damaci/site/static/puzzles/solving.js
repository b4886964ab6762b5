/** One puzzle or one of the visitor's own mistakes on the board: the app decides whether a move is right. */

import { configureBoard } from "../boardoptions.js";
import { codeOf, explain } from "../explain.js";
import { parseFen } from "../game/fen.js";
import { make } from "../game/sounds.js";
import { way } from "../game/sides.js";
import { t, tn } from "../i18n.js";
import { changes } from "../preferences.js";
import { request } from "../transport/request.js";

/**
 * @typedef {import("../game/wire.js").Legal} Legal
 * @typedef {import("../board/element.js").ChosenMove} ChosenMove
 * @typedef {{text: string, way: import("../game/wire.js").MovePath, fen: string}} PuzzleMove
 * @typedef {{solved: boolean, before: number, after: number, in_a_row: number}} Rated
 *
 * @typedef {object} Puzzle
 * @property {string} id
 * @property {string} ruleset
 * @property {"win" | "draw" | "better"} goal
 * @property {string} before the position before the opponent's last move
 * @property {import("../game/wire.js").MovePath | null} last
 * @property {string} last_text
 * @property {string} fen
 * @property {import("../game/wire.js").Color} turn
 * @property {Legal[]} legal
 * @property {string[]} must
 * @property {number} rating
 * @property {boolean} chequered
 * @property {"at-once" | "after-move"} removal
 * @property {boolean} tried
 * @property {number} own
 * @property {boolean} provisional
 * @property {number} in_a_row
 *
 * @typedef {object} Tried fields with default values are left out
 * @property {boolean} right
 * @property {PuzzleMove} played
 * @property {PuzzleMove} [reply]
 * @property {number} [takes]
 * @property {Legal[]} [legal]
 * @property {string[]} [must]
 * @property {boolean} [done]
 * @property {PuzzleMove[]} [tail]
 * @property {string[]} [themes]
 * @property {Rated} [rated]
 */

/** Milliseconds before the opponent's move, so that the position before it is seen first. */
const PAUSE = 800;

const NOTHING = { text: "", way: { path: [] }, fen: "" };

export class Solving {
  /** @type {Puzzle | null} */
  #puzzle = null;

  /** Plies of the solution that have been played. */
  #ply = 0;

  /** The position with the solver to move, to which *Try again* returns. */
  #stand = { fen: "", legal: /** @type {Legal[]} */ ([]), must: /** @type {string[]} */ ([]) };

  /** @type {string[]} */
  #texts = [];

  #waiting = 0;

  /** Counts requests and shown positions, so that late answers are not shown. */
  #shown = 0;

  /** Whether a move is being judged: another one is ignored. */
  #judging = false;

  /** A text in addition to the task. */
  note = t("Only one move is right.");

  /**
   * @param {import("../board/element.js").DamaBoard} board
   * @param {import("./card.js").Card} card
   * @param {string} theme the one that was chosen; empty for none
   * @param {(solved: boolean, tried: Tried | null) => void} onEnd called when it is solved, and at each mistake
   * @param {"puzzles" | "mistakes"} source what is solved
   */
  constructor(board, card, theme, onEnd, source = "puzzles") {
    this.source = source;
    this.board = board;
    this.card = card;
    this.theme = theme || null;
    this.onEnd = onEnd;
    board.addEventListener("dama-move", (event) =>
      this.#try(/** @type {CustomEvent<ChosenMove>} */ (event).detail.text),
    );
    card.on("retry", () => this.#ask());
    card.on("hint", () => this.#hint());
    card.on("solution", () => this.#solve());
    changes.addEventListener("change", () => this.#configure());
  }

  /**
   * Shows a puzzle: the position before, the opponent's last move, and then it is the solver's turn.
   * @param {Puzzle} puzzle
   */
  begin(puzzle) {
    this.stop();
    this.#leave();
    this.#puzzle = puzzle;
    this.#ply = 0;
    this.#texts = [puzzle.last_text];
    this.#stand = { fen: puzzle.fen, legal: puzzle.legal, must: puzzle.must };
    this.#configure();
    this.card.offer("hint", "solution");
    this.card.list(this.#texts);
    this.card.study({ fen: puzzle.fen, ruleset: puzzle.ruleset });
    const { last } = puzzle;
    if (!last) return this.#ask();
    this.card.say("calm", this.#task(), t("The last move was {move}.", { move: puzzle.last_text }));
    this.#position(puzzle.before);
    this.#later(() => {
      this.#play({ text: puzzle.last_text, way: last, fen: puzzle.fen });
      this.#later(() => this.#ask());
    });
  }

  /** Cancels the moves that are still to be shown. */
  stop() {
    clearTimeout(this.#waiting);
  }

  /** @param {() => void} act */
  #later(act) {
    this.stop();
    this.#waiting = setTimeout(act, PAUSE);
  }

  #configure() {
    if (!this.#puzzle) return;
    const { chequered, removal, turn } = this.#puzzle;
    configureBoard(this.board, { chequered, removal, orientation: turn });
  }

  #task() {
    if (this.#puzzle?.goal === "better") {
      return this.#puzzle.turn === "white"
        ? t("White to move: find the better move.")
        : t("Black to move: find the better move.");
    }
    if (this.#puzzle?.goal === "draw") {
      return this.#puzzle.turn === "white" ? t("White to move and draw.") : t("Black to move and draw.");
    }
    return this.#puzzle?.turn === "white" ? t("White to move and win.") : t("Black to move and win.");
  }

  /** From now on answers about the last one are too late. */
  #leave() {
    this.#judging = false;
    this.#shown += 1;
    return this.#shown;
  }

  /** It is the solver's turn. */
  #ask() {
    this.stop();
    this.#leave();
    const { fen, legal, must } = this.#stand;
    const { pieces, turn } = parseFen(fen);
    const choices = legal.map(({ text, ways }) => ({ text, ways: ways.map(way) }));
    this.board.show({ pieces, side: turn, legal: choices, must, last: [], shown: [] });
    this.card.list(this.#texts);
    this.card.offer("hint", "solution");
    this.card.say("calm", this.#task(), this.#ply ? t("Right so far. Go on.") : this.note);
  }

  /**
   * @param {string} fen
   * @param {import("../board/state.js").Way[]} shown drawn as arrows
   */
  #position(fen, shown = []) {
    this.board.show({ pieces: parseFen(fen).pieces, side: null, legal: [], must: [], last: [], shown });
  }

  /**
   * @param {PuzzleMove} step
   * @param {import("../board/state.js").Way[]} shown
   */
  #play(step, shown = []) {
    const { path, captured = [] } = step.way;
    make(captured.length > 0 ? "capture" : "move");
    const last = [path[0], path[path.length - 1]];
    const pieces = parseFen(step.fen).pieces;
    this.board.show({ pieces, side: null, legal: [], must: [], last, shown }, way(step.way));
  }

  /** @param {string} move */
  async #try(move) {
    if (!this.#puzzle || this.#judging) return;
    /** @type {Tried | null} */
    const tried = await this.#asked("try", { move });
    if (!tried) return;
    this.#play(tried.played);
    if (!tried.right) this.#refute(tried);
    else if (tried.done) this.#finish(tried);
    else this.#goOn(tried);
  }

  /** @param {unknown} error */
  #complain(error) {
    this.#ask();
    const { headline, advice } = explain(codeOf(error));
    this.card.say("warning", headline, advice);
  }

  /** @param {Tried} tried */
  #goOn({ played, reply, legal = [], must = [] }) {
    if (!reply) return;
    this.#ply += 2;
    this.#texts = [...this.#texts, played.text, reply.text];
    this.#stand = { fen: reply.fen, legal, must };
    this.card.list(this.#texts);
    this.card.say("calm", t("Right!"), t("{move} is the answer.", { move: reply.text }));
    this.#later(() => {
      this.#play(reply);
      this.#later(() => this.#ask());
    });
  }

  /** @param {Tried} tried */
  #refute(tried) {
    const { played, reply, takes = 0 } = tried;
    this.card.offer("retry", "solution", "next");
    this.card.list([...this.#texts, `${played.text}?`, reply?.text ?? ""]);
    this.card.say("warning", t("{move} is not it.", { move: played.text }), this.#reason(reply, takes));
    if (reply) this.#later(() => this.#position(played.fen, [way(reply.way)]));
    this.onEnd(false, tried);
  }

  /**
   * @param {PuzzleMove | undefined} reply
   * @param {number} takes
   */
  #reason(reply, takes) {
    if (!reply) return t("Another move was right.");
    if (takes === 0) return t("After {move} nothing is won.", { move: reply.text });
    return tn("{move} takes one piece.", "{move} takes {n} pieces.", takes, { move: reply.text });
  }

  /** @param {Tried} tried */
  #finish(tried) {
    const { played, tail = [], themes = [] } = tried;
    this.#texts = [...this.#texts, played.text];
    this.card.list([...this.#texts, ...tail.map(({ text }) => text)]);
    this.card.offer("next");
    this.card.say("done", t("Solved!"), themes.join(" · "));
    make("end");
    this.#follow(tail);
    this.onEnd(true, tried);
  }

  /**
   * Plays moves one after another.
   * @param {PuzzleMove[]} steps
   */
  #follow([first, ...rest]) {
    if (!first) return;
    this.#later(() => {
      this.#play(first);
      this.#follow(rest);
    });
  }

  /**
   * The app's answer about the puzzle at this ply; null if there is none, or something else is shown by then.
   * @param {"try" | "hint" | "solution"} what
   * @param {object} [more] of the request
   */
  async #asked(what, more) {
    const puzzle = this.#puzzle;
    const mine = this.#leave();
    this.#judging = what === "try";
    try {
      const found = await request(`${this.source}.${what}`, {
        puzzle: puzzle?.id,
        ply: this.#ply,
        theme: this.theme,
        ...more,
      });
      if (mine === this.#shown) {
        this.#judging = false;
        return found;
      }
      if (puzzle === this.#puzzle && what !== "try") this.#missed(found.rated);
    } catch (error) {
      if (mine === this.#shown) this.#complain(error);
    }
    return null;
  }

  /**
   * Tells that the puzzle counts as not solved.
   * @param {Rated | null} rated
   */
  #missed(rated) {
    this.onEnd(false, { right: false, played: NOTHING, rated: rated ?? undefined });
  }

  async #hint() {
    if (!this.#puzzle) return;
    this.#ask();
    /** @type {{square: string, rated?: Rated} | null} */
    const found = await this.#asked("hint");
    if (!found) return;
    const { square, rated } = found;
    const { fen, legal } = this.#stand;
    const choices = legal.map(({ text, ways }) => ({ text, ways: ways.map(way) }));
    const { pieces, turn } = parseFen(fen);
    this.board.show({ pieces, side: turn, legal: choices, must: [square], last: [], shown: [] });
    this.card.offer("solution");
    this.card.say("calm", t("Look at {square}.", { square }), t("The piece there has to move."));
    this.#missed(rated ?? null);
  }

  async #solve() {
    if (!this.#puzzle) return;
    this.stop();
    /** @type {{steps: PuzzleMove[], themes: string[], rated?: Rated} | null} */
    const found = await this.#asked("solution");
    if (!found) return;
    const { steps, themes, rated } = found;
    this.#position(this.#stand.fen);
    this.card.offer("next");
    this.card.list([...this.#texts, ...steps.map(({ text }) => text)]);
    this.card.say("calm", t("The solution"), themes.join(" · "));
    this.#follow(steps);
    this.#missed(rated ?? null);
  }
}
