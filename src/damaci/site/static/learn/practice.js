/** Practice at the end of a course: a position is played out, with the effect of each move on the result. */

import { Sayings } from "../board/sayings.js";
import { configureBoard } from "../boardoptions.js";
import { find, writeMoves } from "../dom.js";
import { codeOf, explain } from "../explain.js";
import { moveText } from "../game/boardview.js";
import { parseFen } from "../game/fen.js";
import { refusalText } from "../game/sentences.js";
import { make } from "../game/sounds.js";
import { way } from "../game/sides.js";
import { t, tn } from "../i18n.js";
import { changes } from "../preferences.js";
import { request } from "../transport/request.js";

/**
 * @typedef {import("../board/element.js").ChosenMove} ChosenMove
 * @typedef {import("../board/element.js").RefusedMove} RefusedMove
 * @typedef {import("../game/wire.js").Legal} Legal
 * @typedef {{text: string, way: import("../game/wire.js").MovePath, fen: string}} PracticeMove
 * @typedef {{fen: string, legal: Legal[], must: string[]}} Stand
 * @typedef {import("./card.js").Tone} Tone
 * @typedef {{course: string, starts: (Stand & {goal: "win" | "draw"})[]}} PracticeData
 *
 * @typedef {object} Practised fields with default values are left out
 * @property {PracticeMove} [played]
 * @property {import("../game/wire.js").Refused} [refused]
 * @property {"won" | "drawn" | "lost"} [standing]
 * @property {number} [plies]
 * @property {boolean} [exact]
 * @property {boolean} [searched]
 * @property {boolean} [slipped]
 * @property {PracticeMove} [reply]
 * @property {Legal[]} [legal]
 * @property {string[]} [must]
 * @property {boolean} [over]
 * @property {boolean} [attained]
 */

/** Milliseconds before the answer, so that the learner's move is seen first. */
const PAUSE = 700;
const BUTTONS = ["back", "again", "next"];

export class Practice {
  #number = 0;

  /** @type {string[]} */
  #moves = [];

  /** The positions with the learner to move, the first one first. @type {Stand[]} */
  #stands = [];

  #waiting = 0;

  #sayings;

  /**
   * @param {PracticeData} data
   * @param {import("../board/element.js").DamaBoard} board
   */
  constructor(data, board) {
    this.data = data;
    this.board = board;
    this.#sayings = new Sayings(board);
    board.addEventListener("dama-move", (event) =>
      this.#try(/** @type {CustomEvent<ChosenMove>} */ (event).detail.text),
    );
    board.addEventListener("dama-refuse", (event) =>
      this.#try(moveText(/** @type {CustomEvent<RefusedMove>} */ (event).detail)),
    );
    find("#back").addEventListener("click", () => this.#takeBack());
    find("#again").addEventListener("click", () => this.begin(this.#number));
    find("#next").addEventListener("click", () => this.begin((this.#number + 1) % data.starts.length));
    changes.addEventListener("change", () => this.#configure());
  }

  /** @param {number} number of the position */
  begin(number) {
    this.#number = number;
    this.#moves = [];
    this.#stands = [this.data.starts[number]];
    find("#searched").hidden = true;
    this.#configure();
    this.#ask();
  }

  get #stand() {
    return this.#stands[this.#stands.length - 1];
  }

  #configure() {
    const orientation = parseFen(this.data.starts[this.#number].fen).turn;
    configureBoard(this.board, { chequered: false, removal: "at-once", orientation, showMust: true });
  }

  #ask() {
    clearTimeout(this.#waiting);
    const { turn } = parseFen(this.#stand.fen);
    this.#say("calm", turn === "white" ? t("White to move") : t("Black to move"));
    this.#offer("next");
    this.#show();
  }

  #show() {
    const { fen, legal, must } = this.#stand;
    const { turn, pieces } = parseFen(fen);
    const offered = legal.map(({ text, ways }) => ({ text, ways: ways.map(way) }));
    this.board.show({ pieces, side: turn, legal: offered, must, last: [], shown: [] });
    const study = /** @type {HTMLAnchorElement} */ (find("#study"));
    study.search = `${new URLSearchParams({ fen, ruleset: "turkish" })}`;
  }

  #takeBack() {
    if (this.#stands.length > 1) this.#stands.pop();
    this.#moves = this.#moves.slice(0, 2 * (this.#stands.length - 1));
    const atButton = document.activeElement instanceof HTMLButtonElement;
    this.#ask();
    if (this.#moves.length) this.#offer("back", "again", "next");
    if (atButton) find('[tabindex="0"]', this.board).focus();
  }

  /** @param {string} move */
  async #try(move) {
    const moves = [...this.#moves, move];
    const stand = this.#stand;
    try {
      /** @type {Practised} */
      const found = await request("lessons.practice", { course: this.data.course, number: this.#number, moves });
      if (stand === this.#stand) this.#showPractised(found);
    } catch (error) {
      if (stand !== this.#stand) return;
      this.#show();
      const { headline, advice } = explain(codeOf(error));
      this.#warn(headline, advice);
    }
  }

  /** @param {Practised} found */
  #showPractised(found) {
    if (found.refused) {
      this.#show();
      const [headline, detail] = refusalText({ ...found.refused, instead: [] });
      this.#warn(headline, detail);
      return;
    }
    const { played, reply } = found;
    if (!played) return;
    this.#moves.push(played.text);
    this.#stands.push({ fen: (reply ?? played).fen, legal: found.legal ?? [], must: found.must ?? [] });
    if (reply) this.#moves.push(reply.text);
    this.#play(played);
    find("#searched").hidden = !found.searched;
    this.#judge(found);
    if (reply) this.#waiting = setTimeout(() => this.#answer(reply, found), PAUSE);
  }

  /**
   * @param {PracticeMove} reply
   * @param {Practised} found
   */
  #answer(reply, found) {
    this.#play(reply);
    if (!found.over) this.#waiting = setTimeout(() => this.#show(), PAUSE);
  }

  /** @param {Practised} found */
  #judge({ standing, plies = 0, exact, slipped, reply, attained }) {
    const answer = reply ? this.#answered(reply.text, exact) : "";
    if (attained) {
      find("#finished").hidden = false;
      this.#say("done", standing === "won" ? t("Won!") : t("Saved: a draw."), answer);
      this.#offer("again", "next");
      return;
    }
    if (slipped) {
      const what = standing === "lost" ? t("That loses.") : t("That lets the win slip: now it is a draw.");
      this.#say("warning", what, [answer, t("Take it back and look again.")].filter(Boolean).join(" "));
      this.#offer("back", "again", "next");
      return;
    }
    this.#say("calm", this.#headline(standing, plies, exact), answer);
    this.#offer("back", "again", "next");
  }

  /**
   * @param {string} move
   * @param {boolean | undefined} exact whether tables or the rules say so
   */
  #answered(move, exact) {
    return exact ? t("The answer is {move}.", { move }) : t("The answer is {move}, found by search.", { move });
  }

  /**
   * @param {string | undefined} standing
   * @param {number} plies
   * @param {boolean | undefined} exact
   */
  #headline(standing, plies, exact) {
    const moves = Math.ceil(plies / 2);
    if (standing === "won" && exact)
      return tn("Still won, in {n} move at most.", "Still won, in {n} moves at most.", moves);
    if (standing === "won") return t("Still won.");
    if (standing === "drawn") return t("Still a draw.");
    return t("Go on.");
  }

  /** @param {PracticeMove} played */
  #play({ way: step, fen }) {
    const { path, captured = [] } = step;
    make(captured.length > 0 ? "capture" : "move");
    const last = [path[0], path[path.length - 1]];
    this.board.show({ pieces: parseFen(fen).pieces, side: null, legal: [], must: [], last, shown: [] }, way(step));
  }

  /**
   * @param {Tone} tone
   * @param {string} headline
   * @param {string} [detail]
   */
  #say(tone, headline, detail = "") {
    this.#sayings.say(() => fill(tone, headline, detail));
  }

  /**
   * Says why a move was not taken.
   * @param {string} headline
   * @param {string} detail
   */
  #warn(headline, detail) {
    this.#sayings.refuse(() => fill("warning", headline, detail));
  }

  /** @param {string[]} names the buttons to show */
  #offer(...names) {
    for (const name of BUTTONS) find(`#${name}`).hidden = !names.includes(name);
  }
}

/**
 * Fills the card.
 * @param {Tone} tone
 * @param {string} headline
 * @param {string} detail
 */
function fill(tone, headline, detail) {
  find("#card").dataset.tone = tone;
  writeMoves(find("#headline"), headline);
  writeMoves(find("#detail"), detail);
}
