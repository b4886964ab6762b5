/** Conditional moves in a game by the day: entered on a board of their own, listed, removed. */

import { find, make, write } from "../dom.js";
import { explainBriefly } from "../explain.js";
import { t } from "../i18n.js";
import { Failure, request } from "../transport/request.js";
import { LineBoard } from "./lineboard.js";

/**
 * @typedef {import("../game/game.js").Game} Game
 * @typedef {{ply: number, lines: string[][], most: number, longest: number}} Standing
 */

/** @param {Game} game by the day, already known */
export function startConditional(game) {
  const conditional = new Conditional(game);
  game.addEventListener("change", () => conditional.follow());
  conditional.follow();
}

class Conditional {
  #dialog = /** @type {HTMLDialogElement} */ (find("#conditional-dialog"));

  #line = new LineBoard(/** @type {import("../board/element.js").DamaBoard} */ (find("#conditional-board")));

  /** @type {Standing} */
  #standing = { ply: -1, lines: [], most: 0, longest: 0 };

  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.button = make("button", { type: "button", id: "conditional-moves", hidden: "" });
    this.button.addEventListener("click", () => this.#open());
    find("#answers").after(this.button);
    this.#line.addEventListener("change", () => this.#show());
    this.#line.addEventListener("refuse", (event) =>
      this.#tell(explainBriefly(/** @type {CustomEvent<string>} */ (event).detail)),
    );
    find("#conditional-back").addEventListener("click", () => this.#trying(this.#line.back()));
    find("#conditional-add").addEventListener("click", () =>
      this.#keep([...this.#standing.lines, this.#line.texts], true),
    );
    find("#conditional-typed").addEventListener("submit", (event) => {
      event.preventDefault();
      const field = /** @type {HTMLInputElement} */ (find("#conditional-move"));
      if (field.value.trim()) this.#trying(this.#line.play(field.value.trim()));
      field.value = "";
    });
  }

  get #waits() {
    const { game } = this;
    return game.me !== null && !game.over && game.now.turn !== game.me;
  }

  /** Shows the button while the player waits, and requests the lines again after each move. */
  follow() {
    const { ply } = this.game.now;
    this.button.hidden = !this.#waits;
    if (!this.#waits) this.#dialog.close();
    if (!this.#waits || ply === this.#standing.ply) return;
    this.#standing = { ...this.#standing, ply, lines: [] };
    this.#label();
    this.#trying(this.#read(ply));
  }

  /** @param {number} ply */
  async #read(ply) {
    /** @type {Standing} */
    const standing = await request("conditional.read", { game: this.game.connection.game });
    if (ply !== this.#standing.ply || standing.ply !== ply) return;
    this.#standing = standing;
    this.#label();
    if (!this.#dialog.open) return;
    // Moves that were entered while waiting for the answer stay.
    if (this.#line.start !== this.game.now.fen) await this.#begin();
    else if (this.#line.ready) this.#show();
  }

  async #open() {
    this.#tell("");
    this.#list();
    this.#dialog.showModal();
    await this.#trying(this.#begin());
  }

  #begin() {
    const { record, now, me } = this.game;
    const { ruleset = "turkish", options } = record.settings;
    return this.#line.begin({ ruleset, fen: now.fen, ...(options && { options }) }, me ?? "white");
  }

  /**
   * @param {string[][]} lines
   * @param {boolean} added whether a line was added
   */
  async #keep(lines, added) {
    const { game } = this.game.connection;
    await this.#trying(
      request("conditional.write", { game, ply: this.#standing.ply, lines }).then((standing) => {
        this.#standing = standing;
        this.#label();
        this.#show();
        if (added) write(find("#conditional-line"), t("Kept. You can go on with this line, or begin another."));
      }),
    );
  }

  /** @param {Promise<void>} work */
  async #trying(work) {
    this.#tell("");
    await work.catch((error) =>
      this.#tell(error instanceof Failure ? error.message : t("The server does not answer. Please try again.")),
    );
  }

  /** @param {string} error */
  #tell(error) {
    const place = find("#conditional-error");
    place.hidden = !error;
    write(place, error);
  }

  #label() {
    const { length } = this.#standing.lines;
    write(this.button, length ? `${t("Conditional moves")} (${length})` : t("Conditional moves"));
    this.#list();
  }

  #show() {
    const { texts } = this.#line;
    const { most, longest, lines } = this.#standing;
    const answers = texts.length % 2 === 0;
    this.#tell("");
    write(find("#conditional-line"), texts.length ? "" : t("Your opponent moves first."));
    if (texts.length) find("#conditional-line").replaceChildren(movesOf(texts));
    /** @type {HTMLButtonElement} */ (find("#conditional-back")).disabled = texts.length === 0;
    /** @type {HTMLButtonElement} */ (find("#conditional-add")).disabled =
      !texts.length || !answers || texts.length > longest || lines.length >= most;
  }

  #list() {
    find("#conditional-lines").replaceChildren(...this.#standing.lines.map((line) => this.#item(line)));
  }

  /** @param {string[]} line */
  #item(line) {
    const label = `${t("Remove")}: ${line.join(" ")}`;
    const remove = make("button", { type: "button", class: "danger", "aria-label": label }, t("Remove"));
    remove.addEventListener("click", () =>
      this.#keep(
        this.#standing.lines.filter((each) => each !== line),
        false,
      ),
    );
    return make("li", {}, make("p", {}, movesOf(line)), remove);
  }
}

/**
 * The moves of a line: those of the opponent, each with its answer.
 * @param {string[]} line
 */
function movesOf(line) {
  const pairs = line.flatMap((move, place) =>
    place % 2 ? [" → ", make("b", {}, move)] : [place ? ", " : "", make("bdi", {}, move)],
  );
  return make("bdi", { dir: "ltr", class: "line" }, ...pairs);
}
