/** A streak, which the first mistake ends, or a storm, which three minutes do. */

import { codeOf, explain } from "../explain.js";
import { t, tn } from "../i18n.js";
import { request } from "../transport/request.js";

/** Milliseconds before the next puzzle of a storm. */
const BREATH = 700;

/** Milliseconds for which the refutation is shown at the end of a streak. */
const REFUTED = 3000;

export class Series {
  /** @type {string[]} */
  #names = [];

  #solved = 0;

  /** When a storm ends. Ticks are not counted, because a hidden page gets few. */
  #until = 0;

  #ticking = 0;
  #over = false;

  /** Whether the puzzle that is shown has been solved or missed: only the first counts. */
  #answered = true;

  #waiting = 0;

  /**
   * @param {"streak" | "storm"} kind
   * @param {string} ruleset
   * @param {import("./solving.js").Solving} solving
   * @param {import("./card.js").Card} card
   */
  constructor(kind, ruleset, solving, card) {
    this.kind = kind;
    this.ruleset = ruleset;
    this.solving = solving;
    this.card = card;
  }

  async begin() {
    try {
      const { puzzles, seconds } = await request("puzzles.series", { kind: this.kind, ruleset: this.ruleset });
      this.#names = puzzles;
      this.#until = Date.now() + 1000 * seconds;
      if (seconds) this.#ticking = setInterval(() => this.#tick(), 1000);
    } catch (error) {
      this.#over = true;
      return this.#complain(error);
    }
    await this.next();
  }

  /** Shows the next puzzle; ends the series if there is none. */
  async next() {
    if (this.#over) return location.reload();
    clearTimeout(this.#waiting);
    const [name] = this.#names;
    this.#count();
    if (!name) return this.#end();
    try {
      this.#show(name, await request("puzzles.show", { puzzle: name }));
    } catch (error) {
      if (!this.#over) this.#complain(error);
    }
  }

  /**
   * Shows a puzzle, unless it comes too late.
   * @param {string} name
   * @param {import("./solving.js").Puzzle} puzzle
   */
  #show(name, puzzle) {
    if (this.#over || name !== this.#names[0]) return;
    this.#names.shift();
    this.#answered = false;
    this.solving.begin(puzzle);
  }

  /** @param {boolean} solved */
  ended(solved) {
    if (this.#over || this.#answered) return;
    this.#answered = true;
    if (solved) {
      this.#solved += 1;
      // A player who leaves before the end keeps the count so far.
      this.#keep().catch(() => undefined);
    }
    this.#count();
    if (!solved && this.kind === "streak") this.#endSoon();
    else this.#waiting = setTimeout(() => this.#over || this.next(), BREATH);
  }

  /** Ends after a pause that shows the refutation. */
  #endSoon() {
    this.#over = true;
    this.card.offer();
    setTimeout(() => this.#end(), REFUTED);
  }

  #tick() {
    this.#count();
    if (this.#left === 0 && !this.#over) this.#end();
  }

  /** The seconds that are left of a storm. */
  get #left() {
    return Math.max(0, Math.ceil((this.#until - Date.now()) / 1000));
  }

  #count() {
    this.card.about(tn("One solved", "{n} solved", this.#solved));
    const left = this.#left;
    const seconds = `${left % 60}`.padStart(2, "0");
    this.card.own(this.kind === "storm" ? `${Math.floor(left / 60)}:${seconds}` : "");
  }

  async #end() {
    this.#over = true;
    clearInterval(this.#ticking);
    try {
      const { best } = await this.#keep();
      this.solving.stop();
      this.card.offer("retry", "solution", "next");
      const headline = tn("One solved", "{n} solved", this.#solved);
      this.card.say("done", headline, t("Your best: {best}. Next begins again.", { best }));
    } catch (error) {
      this.#complain(error);
    }
  }

  #keep() {
    return request("puzzles.finish", { kind: this.kind, ruleset: this.ruleset, count: this.#solved });
  }

  /** @param {unknown} error */
  #complain(error) {
    const { headline, advice } = explain(codeOf(error));
    this.card.offer("next");
    this.card.say("warning", headline, advice);
  }
}
