/** The visitor's own mistakes, one after another: all that are left, or those of one side in a game. */

import { find } from "../dom.js";
import { codeOf, explain } from "../explain.js";
import { locale, t, tn } from "../i18n.js";
import { request } from "../transport/request.js";

/**
 * @typedef {object} Mistake
 * @property {import("./solving.js").Puzzle} puzzle
 * @property {string} played
 * @property {string} kind
 * @property {number} at
 * @property {number} left
 */

export class Mistakes {
  /** The index in the queue of the shown one. */
  #place = -1;

  /**
   * @param {string[]} queue the mistakes of a game; none for all that are left
   * @param {boolean} ofGame
   * @param {boolean} people whether games against people count
   * @param {import("./solving.js").Solving} solving
   * @param {import("./card.js").Card} card
   */
  constructor(queue, ofGame, people, solving, card) {
    this.queue = queue;
    this.ofGame = ofGame;
    this.people = people;
    this.solving = solving;
    this.card = card;
  }

  /** Shows the next one, if there is one. */
  async next() {
    this.card.offer();
    this.#place += 1;
    try {
      if (this.ofGame) await this.#nextOfGame();
      else await this.#nextOfAll();
    } catch (error) {
      this.#place -= 1;
      const { headline, advice } = explain(codeOf(error));
      this.card.offer("next");
      this.card.say("warning", headline, advice);
    }
  }

  async #nextOfGame() {
    const name = this.queue[this.#place];
    if (name) return this.#show(await request("mistakes.show", { puzzle: name }), this.queue.length - this.#place);
    const headline = this.queue.length > 0 ? t("That was the last one.") : t("No mistakes were found on this side.");
    this.card.finish(headline, t("The review of the game has all of them."));
  }

  async #nextOfAll() {
    const found = await this.#find();
    if (found) return this.#show(found, found.left);
    const advice = this.people
      ? t("Finish a game: what you overlook in it comes here.")
      : t("Finish a game against the computer: what you overlook in it comes here.");
    this.card.finish(t("Nothing is left to be solved."), advice);
  }

  /** @returns {Promise<Mistake | null>} another mistake; without one, looks through further games until one has some */
  async #find() {
    for (;;) {
      /** @type {{mistake: Mistake | null, games: number}} */
      const { mistake, games } = await request("mistakes.next", {});
      if (mistake || games === 0) return mistake;
      this.card.say("calm", t("Looking through your games…"), tn("One is left.", "{n} are left.", games));
      await request("mistakes.review", {});
    }
  }

  /**
   * @param {Mistake} found
   * @param {number} left
   */
  #show({ puzzle, played, at }, left) {
    this.card.about(tn("One left", "{n} left", left));
    const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(at * 1000);
    this.solving.note = t("In your game of {date}, {move} was played.", { date, move: played });
    this.solving.begin(puzzle);
    find('[tabindex="0"]', this.solving.board).focus({ preventScroll: true });
  }
}
