/** The position editor: places pieces with a tool or by dragging. The server checks the position. */

import { attribute, find, write } from "../dom.js";
import { once } from "../forms.js";
import { parseFen } from "../game/fen.js";
import { t } from "../i18n.js";
import { page } from "../page.js";
import { goToPage } from "../places.js";
import { ask } from "./ask.js";
import { drawTools, pieceOf } from "./tools.js";
import { request } from "../transport/request.js";

/**
 * @typedef {import("../board/element.js").DamaBoard} DamaBoard
 * @typedef {import("../board/element.js").ChosenSquare} ChosenSquare
 * @typedef {import("../board/element.js").DroppedPiece} DroppedPiece
 * @typedef {import("../board/squares.js").Color} Color
 * @typedef {import("../board/state.js").Piece} Piece
 * @typedef {{code: string, square: string}} Fault
 * @typedef {{fen: string, faults: Fault[]}} Checked the FEN is empty for an invalid position
 */

/** The most faults that are named. */
const MOST_FAULTS = 3;

export class Editor {
  /** @type {Map<string, Piece>} */
  #pieces = new Map();

  #open = false;

  /** The server's check of the pieces on the board. */
  #checked = Promise.resolve(/** @type {Checked} */ ({ fen: "", faults: [] }));

  #form = /** @type {HTMLFormElement} */ (find("#editor"));

  /**
   * @param {DamaBoard} board
   * @param {{analyse: (address: {fen: string, ruleset: string}) => void, close: () => void}} doors
   */
  constructor(board, doors) {
    this.board = board;
    board.addEventListener("dama-square", (event) =>
      this.#put(/** @type {CustomEvent<ChosenSquare>} */ (event).detail.square),
    );
    board.addEventListener("dama-drop", (event) => this.#move(/** @type {CustomEvent<DroppedPiece>} */ (event).detail));
    this.#form.addEventListener(
      "change",
      ({ target }) => !(target instanceof HTMLElement && target.closest(".opponent")) && this.#show(),
    );
    find("#clear").addEventListener("click", () => this.#set(new Map()));
    find("#start").addEventListener("click", () => this.#reset());
    find("#analyse").addEventListener("click", () =>
      this.#leave((fen) => doors.analyse({ fen, ruleset: this.#value("ruleset") })),
    );
    const play = once(
      () => this.#play(),
      () => write(find("#faults"), t("The game could not be started. Please try again.")),
    );
    find("#play").addEventListener("click", (event) => this.#leave(() => play(event)));
    find("#cancel").addEventListener("click", doors.close);
    drawTools(this.#form);
  }

  get open() {
    return this.#open;
  }

  /**
   * @param {string} fen the initial position
   * @param {string} ruleset
   */
  begin(fen, ruleset) {
    this.#open = true;
    this.#choose("ruleset", ruleset);
    this.take(fen);
  }

  /** @param {string} fen the position to go on from */
  take(fen) {
    const { turn, pieces } = parseFen(fen);
    this.#choose("turn", turn);
    this.#set(new Map(pieces));
  }

  end() {
    this.#open = false;
  }

  /** @param {string} square */
  #put(square) {
    const piece = pieceOf(this.#value("tool"));
    const there = this.#pieces.get(square);
    if (!piece || (there?.color === piece.color && there.king === piece.king)) this.#pieces.delete(square);
    else this.#pieces.set(square, piece);
    this.#show();
  }

  /** @param {DroppedPiece} dropped */
  #move({ from, to }) {
    const piece = this.#pieces.get(from);
    this.#pieces.delete(from);
    if (piece && to) this.#pieces.set(to, piece);
    this.#show();
  }

  #reset() {
    this.take(page.starts?.[this.#value("ruleset")] ?? "");
  }

  /** @param {Map<string, Piece>} pieces */
  #set(pieces) {
    this.#pieces = pieces;
    this.#show();
  }

  /** Shows the pieces; the form's event "setup" tells of it. */
  #show() {
    if (!this.#open) return;
    this.#form.dispatchEvent(new Event("setup"));
    const ruleset = this.#value("ruleset");
    this.board.configure({
      free: true,
      chequered: page.rulesets?.find(({ name }) => name === ruleset)?.chequered ?? false,
    });
    this.board.show({ pieces: new Map(this.#pieces), side: null, legal: [], must: [], last: [], shown: [] });
    const checked = this.#check(ruleset);
    this.#checked = checked;
    // Ignores a late answer about earlier pieces.
    checked.then((answer) => checked === this.#checked && this.#showAnswer(answer));
  }

  /**
   * @param {string} ruleset
   * @returns {Promise<Checked>}
   */
  async #check(ruleset) {
    const [white, black] = [names(this.#pieces, "white"), names(this.#pieces, "black")];
    return (await ask("setup", { ruleset, turn: this.#value("turn"), white, black })) ?? { fen: "", faults: [] };
  }

  /** The position that is set up; if invalid, the FEN is empty and the faults say why. */
  async position() {
    const { fen, faults } = await this.#checked;
    return { fen, ruleset: this.#value("ruleset"), faults: faultsText(faults) };
  }

  /** @param {(fen: string) => void} go called with the FEN of a valid position */
  async #leave(go) {
    const { fen } = await this.#checked;
    if (fen) go(fen);
  }

  /** @param {Checked} checked */
  #showAnswer({ fen, faults }) {
    write(find("#faults"), faultsText(faults));
    for (const name of ["play", "analyse"]) attribute(find(`#${name}`), "aria-disabled", `${fen === ""}`);
  }

  async #play() {
    const { fen } = await this.#checked;
    const [ruleset, against, color] = [this.#value("ruleset"), this.#value("against"), this.#value("color")];
    // For practice, the computer does not resign.
    const wish = against ? { opponent: "engine", level: against, color, resigns: false } : { opponent: "person" };
    const { id } = await request("games.create", { ...wish, fen, ruleset });
    goToPage("game", { game: id });
  }

  /** @param {string} name */
  #value(name) {
    return String(new FormData(this.#form).get(name) ?? "");
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  #choose(name, value) {
    const field = this.#form.elements.namedItem(name);
    if (field instanceof RadioNodeList || field instanceof HTMLSelectElement) field.value = value;
  }
}

/**
 * @param {ReadonlyMap<string, Piece>} pieces
 * @param {Color} color
 */
function names(pieces, color) {
  return [...pieces]
    .filter(([, piece]) => piece.color === color)
    .map(([square, { king }]) => (king ? `K${square}` : square));
}

/** @param {Fault[]} faults */
function faultsText(faults) {
  return faults.slice(0, MOST_FAULTS).map(faultText).join(" ");
}

/** @param {Fault} fault */
function faultText({ code, square }) {
  switch (code) {
    case "no-pieces":
      return t("Put at least one piece on the board.");
    case "man-on-promotion-rank":
      return t("{square}: a man on its last rank would be a dama.", { square });
    default:
      return t("{square}: this game is played on the dark squares only.", { square });
  }
}
