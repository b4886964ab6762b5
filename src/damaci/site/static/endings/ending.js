/** The page of endings: a position, its result by the tables, its moves, and other positions. */

import { configureBoard } from "../boardoptions.js";
import { startWheel } from "../board/wheel.js";
import { find, write } from "../dom.js";
import { codeOf, explain, explainBriefly } from "../explain.js";
import { parseFen, writeFen } from "../game/fen.js";
import { make as sound } from "../game/sounds.js";
import { opposite, way } from "../game/sides.js";
import { t } from "../i18n.js";
import { page } from "../page.js";
import { changes } from "../preferences.js";
import { request } from "../transport/request.js";
import { Placing } from "./placing.js";
import { markOld, showMoves, showVerdict } from "./told.js";

/**
 * @typedef {import("./told.js").Looked} Looked
 * @typedef {import("./told.js").LookedMove} LookedMove
 * @typedef {import("../board/element.js").ChosenMove} ChosenMove
 * @typedef {{fen: string, ruleset: string, one_each: string}} Question
 */

/** Milliseconds between the moves of a line that is played out. */
const PAUSE = 900;

/**
 * Milliseconds after which a position without a table is looked up again, because the table may have been made; doubled
 * each time.
 */
const SOON = 4000;

/** The place for the reason why no such pieces are dealt. */
const UNDEALT = find("#undealt");

export class EndingPage {
  /** The positions before this one, the first one first. @type {string[]} */
  #before = [];

  /** @type {Looked | null} */
  #looked = null;

  /** Whether the request about this position has been answered or has failed. */
  #asked = false;

  #fen;

  /** The last request to the tables; answers to earlier ones are ignored. @type {Question | null} */
  #question = null;

  /** @type {import("../board/squares.js").Color} */
  #bottom = "white";

  #playing = 0;

  /** The timer until the position is looked up again, and how long it waits. */
  #later = 0;
  #wait = SOON;

  /**
   * @param {{fen: string, ruleset: string}} first
   * @param {import("../board/element.js").DamaBoard} board
   */
  constructor({ fen }, board) {
    this.board = board;
    this.#fen = fen;
    this.placing = new Placing(board, (turn, pieces) => this.#set(writeFen(turn, pieces)));
    board.addEventListener("dama-move", (event) => this.#choose(/** @type {CustomEvent<ChosenMove>} */ (event).detail));
    find("#back").addEventListener("click", () => this.#back());
    find("#flip").addEventListener("click", () => this.#flip());
    find("#out").addEventListener("click", () => this.#playOut());
    find("#deal").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#deal();
    });
    for (const name of ["ruleset", "one-each"]) find(`#${name}`).addEventListener("change", () => this.#reread());
    changes.addEventListener("change", () => this.#configure());
    startWheel(board, (step) => this.#wheel(step));
  }

  begin() {
    this.#set(this.#fen);
  }

  /** Shows a position that was set up, without earlier ones. @param {string} fen */
  #set(fen) {
    this.#stop();
    this.#before = [];
    this.#fen = fen;
    this.#configure();
    return this.#look();
  }

  #configure() {
    const { ruleset } = this.placing;
    const { chequered = false } = page.rulesets?.find(({ name }) => name === ruleset) ?? {};
    const free = this.placing.open;
    configureBoard(this.board, { orientation: this.#bottom, chequered, removal: "at-once", showMust: true, free });
  }

  #reread() {
    this.#configure();
    this.#look();
  }

  /** @param {import("../game/wire.js").MovePath | null} step the move before it */
  async #look(step = null) {
    this.#looked = null;
    this.#asked = false;
    this.#wait = SOON;
    clearTimeout(this.#later);
    this.placing.take(this.#fen);
    this.#showBoard(null, step);
    markOld(true);
    const { ruleset, reading } = this.placing;
    const question = { fen: this.#fen, ruleset, one_each: reading };
    this.#question = question;
    try {
      const looked = await request("endings.look", question);
      if (question === this.#question) this.#show(looked);
    } catch (error) {
      if (question === this.#question) this.#complain(error);
    }
  }

  #lookLater() {
    clearTimeout(this.#later);
    this.#later = setTimeout(() => this.#lookAgain(), this.#wait);
    this.#wait *= 2;
  }

  /** Shows the position again if a table has it by now. */
  async #lookAgain() {
    const question = this.#question;
    const looked = question && (await request("endings.look", question).catch(() => null));
    if (question !== this.#question) return;
    if (looked?.category) this.#show(looked);
    else this.#lookLater();
  }

  /** @param {Looked} looked */
  #show(looked) {
    if (!looked.category) this.#lookLater();
    this.#looked = looked;
    this.#asked = true;
    this.#showBoard(looked, null);
    showVerdict(looked);
    showMoves(looked.moves, (move) => looked === this.#looked && this.#play(move));
    const study = /** @type {HTMLAnchorElement | null} */ (document.querySelector("#study"));
    if (study) study.search = `${new URLSearchParams({ fen: looked.fen, ruleset: this.placing.ruleset })}`;
  }

  /**
   * @param {Looked | null} looked
   * @param {import("../game/wire.js").MovePath | null} step
   */
  #showBoard(looked, step) {
    const { turn, pieces } = parseFen(this.#fen);
    const legal = looked?.legal.map(({ text, ways }) => ({ text, ways: ways.map(way) })) ?? [];
    const last = step ? [step.path[0], step.path[step.path.length - 1]] : [];
    const side = looked && !this.placing.open ? turn : null;
    const state = { pieces, side, legal, must: looked?.must ?? [], last, shown: [] };
    this.board.show(state, step ? way(step) : null);
    /** @type {HTMLButtonElement} */ (find("#back")).disabled = this.#before.length === 0;
  }

  /** @param {ChosenMove} chosen */
  #choose({ text }) {
    const move = this.#looked?.moves.find((each) => each.text === text);
    this.#stop();
    if (move) this.#play(move);
  }

  /** @param {LookedMove} move */
  #play(move) {
    const step = this.#looked?.legal.find(({ text }) => text === move.text)?.ways[0] ?? null;
    sound(step?.captured?.length ? "capture" : "move");
    this.#before.push(this.#fen);
    this.#fen = move.fen;
    return this.#look(step);
  }

  /** Returns whether there was a position before. */
  #back() {
    const fen = this.#before.pop();
    if (!fen) return false;
    this.#stop();
    this.#fen = fen;
    this.#look();
    return true;
  }

  /**
   * Goes a move back, or on in a line that is played out. While the tables are asked, the page does not scroll either.
   * @param {number} step
   */
  #wheel(step) {
    if (this.placing.open) return false;
    if (step < 0) return this.#back();
    if (!this.#asked) return true;
    const best = this.#best;
    if (best) this.#play(best);
    return best !== undefined;
  }

  #flip() {
    this.#bottom = opposite(this.#bottom);
    this.board.configure({ orientation: this.#bottom });
  }

  /** The first move of the line that is played out: there is one if a side wins. */
  get #best() {
    const best = this.#looked?.moves[0];
    return best?.category && best.category !== "draw" ? best : undefined;
  }

  #playOut() {
    if (this.#playing) this.#stop();
    else this.#next();
    find("#out").setAttribute("aria-pressed", `${this.#playing > 0}`);
  }

  /** The best move, and after a pause the next one, until there is none or the visitor does something else. */
  async #next() {
    const best = this.#best;
    if (!best) return this.#stop();
    this.#playing = setTimeout(() => this.#next(), PAUSE);
    await this.#play(best);
  }

  #stop() {
    clearTimeout(this.#playing);
    this.#playing = 0;
    find("#out").setAttribute("aria-pressed", "false");
  }

  async #deal() {
    const { ruleset, turn, counts } = this.placing;
    write(UNDEALT, canBeDealt(counts) ? "" : t("Each side needs a piece, and there are six at most."));
    if (!canBeDealt(counts)) return;
    try {
      const { fen } = await request("endings.deal", { ...counts, turn, ruleset });
      await this.#set(fen);
    } catch (error) {
      write(UNDEALT, explainBriefly(codeOf(error)));
    }
  }

  /** @param {unknown} error */
  #complain(error) {
    this.#asked = true;
    showMoves([], () => {});
    const { headline, advice } = explain(codeOf(error));
    const set = this.placing.open ? t("This is no position yet.") : headline;
    write(find("#headline"), set);
    write(find("#detail"), this.placing.open ? "" : advice);
    write(find("#shares"), "");
  }
}

/** @param {Record<string, number>} counts */
function canBeDealt({ white_kings, white_men, black_kings, black_men }) {
  const white = white_kings + white_men;
  const black = black_kings + black_men;
  return white > 0 && black > 0 && white + black <= 6;
}
