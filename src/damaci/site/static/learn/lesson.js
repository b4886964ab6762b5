/** A lesson: the server decides whether a move solves the step. */

import { Sayings } from "../board/sayings.js";
import { find } from "../dom.js";
import { codeOf, explain } from "../explain.js";
import { moveText } from "../game/boardview.js";
import { parseFen } from "../game/fen.js";
import { refusalText } from "../game/sentences.js";
import { make } from "../game/sounds.js";
import { opposite, way } from "../game/sides.js";
import { t } from "../i18n.js";
import { configureBoard } from "../boardoptions.js";
import { changes } from "../preferences.js";
import { request } from "../transport/request.js";

/**
 * @typedef {import("../board/state.js").Way} Way
 * @typedef {import("../board/element.js").ChosenMove} ChosenMove
 * @typedef {import("../board/element.js").RefusedMove} RefusedMove
 * @typedef {import("../game/wire.js").Legal} Legal
 *
 * @typedef {object} ShownStep
 * @property {string} fen
 * @property {Legal[]} tries what the board offers: every step and capture of each piece, refused ones too
 * @property {{text: string, way: import("../game/wire.js").MovePath}} answer a move that solves it
 *
 * @typedef {object} LessonData
 * @property {string} name
 * @property {ShownStep[]} steps
 * @property {string} ruleset
 * @property {boolean} chequered
 * @property {"at-once" | "after-move"} removal
 *
 * @typedef {{way: import("../game/wire.js").MovePath, fen: string}} ShownMove
 *
 * @typedef {object} Tried the result of a try; fields with default values are omitted
 * @property {boolean} [solved]
 * @property {string} [note]
 * @property {ShownMove} [played]
 * @property {ShownMove} [reply]
 * @property {import("../game/wire.js").Refused} [refused]
 */

/** Milliseconds before the opponent's answer, so that the learner's move is seen first. */
const PAUSE = 900;

/** Wrong tries before the answer is offered. */
const PATIENCE = 2;

export class Lesson {
  #index = 0;

  /** The timer of the opponent's answer. */
  #waiting = 0;

  /** Wrong tries in this step. */
  #wrong = 0;

  /** Counts the steps that were shown, so that late answers change nothing. */
  #shown = 0;

  /** Whether a move is being judged: another one is ignored. */
  #judging = false;

  #sayings;

  /**
   * @param {LessonData} lesson
   * @param {import("../board/element.js").DamaBoard} board
   * @param {import("./card.js").Card} card
   */
  constructor(lesson, board, card) {
    this.lesson = lesson;
    this.board = board;
    this.card = card;
    this.#sayings = new Sayings(board);
    board.addEventListener("dama-move", (event) =>
      this.#try(/** @type {CustomEvent<ChosenMove>} */ (event).detail.text),
    );
    board.addEventListener("dama-refuse", (event) =>
      this.#try(moveText(/** @type {CustomEvent<RefusedMove>} */ (event).detail)),
    );
    card.on("show", () => this.#showAnswer());
    card.on("again", () => this.#goTo(0));
    card.on("next", () => this.#goTo(this.#index + 1));
    changes.addEventListener("change", () => this.#configure());
  }

  get #step() {
    return this.lesson.steps[this.#index];
  }

  get #position() {
    return parseFen(this.#step.fen);
  }

  /** Shows the first step. */
  begin() {
    this.#index = 0;
    this.#ask();
  }

  /** @param {number} index */
  #goTo(index) {
    const atButton = document.activeElement instanceof HTMLButtonElement;
    this.#index = index;
    this.#ask();
    // The pressed button is hidden, so the board gets the focus.
    if (atButton) find('[tabindex="0"]', this.board).focus();
  }

  #ask() {
    clearTimeout(this.#waiting);
    this.#shown += 1;
    this.#judging = false;
    this.#wrong = 0;
    this.#configure();
    this.card.ask(this.#index, { fen: this.#step.fen, ruleset: this.lesson.ruleset });
    this.#say("calm", this.#turnText());
    this.card.offer();
    this.#show();
  }

  #turnText() {
    return this.#position.turn === "white" ? t("White to move") : t("Black to move");
  }

  #configure() {
    const { chequered, removal } = this.lesson;
    // The learner has to find out which piece must capture.
    configureBoard(this.board, { chequered, removal, orientation: this.#position.turn, showMust: false });
  }

  /** @param {Way[]} shown drawn as arrows */
  #show(shown = []) {
    const { turn, pieces } = this.#position;
    const legal = this.#step.tries.map(({ text, ways }) => ({ text, ways: ways.map(way) }));
    this.board.show({ pieces, side: turn, legal, must: [], last: [], shown });
  }

  #showAnswer() {
    const { text, way: shown } = this.#step.answer;
    this.#show([way(shown)]);
    this.#say("calm", t("Play {move}.", { move: text }), t("The arrow on the board shows how."));
  }

  /** @param {string} move */
  async #try(move) {
    if (this.#judging) return;
    const shown = this.#shown;
    this.#judging = true;
    const show = await this.#judged(move);
    if (shown !== this.#shown) return;
    this.#judging = false;
    show();
  }

  /**
   * @param {string} move
   * @returns {Promise<() => void>} shows the answer to it
   */
  async #judged(move) {
    try {
      /** @type {Tried} */
      const tried = await request("lessons.try", { lesson: this.lesson.name, step: this.#index, move });
      return () => this.#showTried(tried);
    } catch (error) {
      const { headline, advice } = explain(codeOf(error));
      return () => {
        this.#show();
        this.#warn(headline, advice);
      };
    }
  }

  /** @param {Tried} tried */
  #showTried({ solved = false, note = "", played, reply, refused }) {
    if (refused) return this.#refuse(refused, note);
    if (!solved || !played) return this.#goBack(() => this.#say("warning", t("Not quite"), note));
    this.#play(played);
    this.#praise(note, reply);
    if (reply) this.#waiting = setTimeout(() => this.#play(reply), PAUSE);
  }

  /**
   * Says why a move was refused, without the legal moves, which the learner has to find.
   * @param {import("../game/wire.js").Refused} refused
   * @param {string} manner how the piece moves, if that is the reason
   */
  #refuse(refused, manner) {
    const [headline, detail] = refusalText({ ...refused, instead: [] });
    this.#goBack(() => this.#warn(headline, manner || detail));
  }

  /** @param {() => void} say says what was wrong with the try */
  #goBack(say) {
    this.#wrong += 1;
    this.#show();
    say();
    if (this.#wrong >= PATIENCE) this.card.offer("show");
  }

  /**
   * @param {import("./card.js").Tone} tone
   * @param {string} headline
   * @param {string} [detail]
   */
  #say(tone, headline, detail) {
    this.#sayings.say(() => this.card.show(tone, headline, detail));
  }

  /**
   * Says why a try was not taken.
   * @param {string} headline
   * @param {string} detail
   */
  #warn(headline, detail) {
    this.#sayings.refuse(() => this.card.show("warning", headline, detail));
  }

  /** @param {ShownMove} played */
  #play({ way: step, fen }) {
    const { path, captured = [] } = step;
    make(captured.length > 0 ? "capture" : "move");
    const last = [path[0], path[path.length - 1]];
    this.board.show({ pieces: parseFen(fen).pieces, side: null, legal: [], must: [], last, shown: [] }, way(step));
  }

  /**
   * @param {string} note
   * @param {ShownMove} [reply]
   */
  #praise(note, reply) {
    const more = this.#index + 1 < this.lesson.steps.length;
    const answer = reply ? answerText(opposite(this.#position.turn), joined(reply)) : "";
    this.#say("done", t("Right!"), [note, answer].filter(Boolean).join(" "));
    this.card.offer("again", more ? "next" : "onward");
    if (!more) this.card.tick();
  }
}

/**
 * @param {import("../game/wire.js").Color} color
 * @param {string} move
 */
function answerText(color, move) {
  return color === "white" ? t("White answers {move}.", { move }) : t("Black answers {move}.", { move });
}

/** @param {ShownMove} played */
function joined({ way: { path, captured = [] } }) {
  return path.join(captured.length > 0 ? "x" : "-");
}
