/** A lesson being played: the host says whether a move is the one that is looked for. */

import { find } from "../dom.js";
import { MOST_ARROWS, moveText } from "../game/boardview.js";
import { parseFen } from "../game/fen.js";
import { refusalText } from "../game/sentences.js";
import { make } from "../game/sounds.js";
import { opposite, way } from "../game/wire.js";
import { t } from "../i18n.js";
import { changes, preferences } from "../preferences.js";
import { request } from "../transport/request.js";

/**
 * @typedef {import("../board/state.js").Way} Way
 * @typedef {import("../board/element.js").ChosenMove} ChosenMove
 * @typedef {import("../board/element.js").RefusedMove} RefusedMove
 * @typedef {import("../game/wire.js").Legal} Legal
 *
 * @typedef {object} Step
 * @property {string} task
 * @property {string} fen
 * @property {Legal[]} legal
 * @property {string[]} must
 * @property {string} answer a move that solves it
 *
 * @typedef {object} LessonData
 * @property {string} name
 * @property {Step[]} steps
 * @property {string} ruleset
 * @property {boolean} chequered
 * @property {"at-once" | "after-move"} removal
 *
 * @typedef {{way: import("../game/wire.js").Step, fen: string}} Played
 *
 * @typedef {object} Tried what came of a try; what has its default value is left out
 * @property {boolean} [solved]
 * @property {string} [note]
 * @property {Played} [played]
 * @property {Played} [reply]
 * @property {import("../game/wire.js").Refused} [refused]
 */

/** Milliseconds before the opponent answers, so that one sees one's own move. */
const PAUSE = 900;

export class Lesson {
  #index = 0;

  /** The answer of the opponent that is still to be shown. */
  #waiting = 0;

  /**
   * @param {LessonData} lesson
   * @param {import("../board/element.js").DamaBoard} board
   * @param {import("./card.js").Card} card
   */
  constructor(lesson, board, card) {
    this.lesson = lesson;
    this.board = board;
    this.card = card;
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
    // The button that was pressed is gone; who plays by keys goes on at the board.
    if (atButton) find('[tabindex="0"]', this.board).focus();
  }

  #ask() {
    clearTimeout(this.#waiting);
    this.#configure();
    const { task, fen } = this.#step;
    this.card.ask(task, { fen, ruleset: this.lesson.ruleset });
    this.card.tell("calm", this.#turnText());
    this.card.offer("show");
    this.#show();
  }

  #turnText() {
    return this.#position.turn === "white" ? t("White to move") : t("Black to move");
  }

  #configure() {
    const { animation, coordinates, input, destinations, last_move, captures } = preferences;
    const { chequered, removal } = this.lesson;
    const orientation = this.#position.turn;
    const marks = { showDestinations: destinations, showLast: last_move, showMust: captures };
    this.board.configure({ animation, coordinates, input, chequered, removal, orientation, ...marks });
    document.documentElement.dataset.animation = animation;
  }

  /** @param {Way[]} shown drawn as arrows */
  #show(shown = []) {
    const { turn, pieces } = this.#position;
    const legal = this.#step.legal.map(({ text, ways }) => ({ text, ways: ways.map(way) }));
    this.board.show({ pieces, side: turn, legal, must: this.#step.must, last: [], shown });
  }

  #showAnswer() {
    const { legal, answer } = this.#step;
    const move = legal.find(({ text }) => text === answer) ?? legal[0];
    const shown = way(move.ways[0]);
    this.#show([shown]);
    this.card.tell(
      "calm",
      t("Play {move}.", { move: answer }),
      shown.captured.length > 0 ? t("The arrow on the board shows how.") : "",
    );
  }

  /** @param {string} move */
  async #try(move) {
    const index = this.#index;
    try {
      /** @type {Tried} */
      const tried = await request("lessons.try", { lesson: this.lesson.name, step: index, move });
      if (index === this.#index) this.#tell(tried);
    } catch {
      this.#show();
      this.card.tell("warning", t("Something went wrong"), t("Please try again."));
    }
  }

  /** @param {Tried} tried */
  #tell({ solved = false, note = "", played, reply, refused }) {
    if (refused) return this.#refuse(refused);
    if (!solved || !played) {
      this.#show();
      return this.card.tell("warning", t("Not quite"), note);
    }
    this.#play(played);
    this.#praise(note, reply);
    if (reply) this.#waiting = setTimeout(() => this.#play(reply), PAUSE);
  }

  /** @param {import("../game/wire.js").Refused} refused */
  #refuse(refused) {
    const [headline, detail] = refusalText(refused);
    this.#show((refused.instead ?? []).slice(0, MOST_ARROWS).map(({ ways }) => way(ways[0])));
    this.card.tell("warning", headline, detail);
  }

  /** @param {Played} played */
  #play({ way: step, fen }) {
    const { path, captured = [] } = step;
    make(captured.length > 0 ? "capture" : "move");
    const last = [path[0], path[path.length - 1]];
    this.board.show({ pieces: parseFen(fen).pieces, side: null, legal: [], must: [], last, shown: [] }, way(step));
  }

  /**
   * @param {string} note
   * @param {Played} [reply]
   */
  #praise(note, reply) {
    const more = this.#index + 1 < this.lesson.steps.length;
    const answer = reply ? answerText(opposite(this.#position.turn), joined(reply)) : "";
    this.card.tell("done", t("Right!"), [note, answer].filter(Boolean).join(" "));
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

/** @param {Played} played */
function joined({ way: { path, captured = [] } }) {
  return path.join(captured.length > 0 ? "x" : "-");
}
