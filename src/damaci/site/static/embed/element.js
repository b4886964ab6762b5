/** What the embedded elements share: a shadow root with the styles, and a board in it. */

import { DamaBoard } from "../board/element.js";
import { make, write } from "../dom.js";
import { parseFen } from "../game/fen.js";
import { positionOf } from "./record.js";

/**
 * @typedef {import("./record.js").Rules} Rules
 * @typedef {import("../board/squares.js").Color} Color
 *
 * @typedef {object} Setting what the page that defines the elements gives them
 * @property {Rules & {rulesets: Record<string, Look>}} rules
 * @property {string} styles the address of the style sheet
 * @property {(address: string) => Promise<string>} read the text at an address; throws when there is none
 *
 * @typedef {{chequered: boolean, removal: "at-once" | "after-move"}} Look of a ruleset
 */

/** The board inside: pages see only the elements around it. */
const INNER = "dama-squares";

/** @type {Setting} */
let setting;

/**
 * Sets what all elements need. Must be called once, before they are defined.
 * @param {Setting} given
 */
export function provide(given) {
  setting = given;
  customElements.define(INNER, DamaBoard);
}

export class EmbeddedElement extends HTMLElement {
  board = /** @type {DamaBoard} */ (document.createElement(INNER));

  root = this.attachShadow({ mode: "open" });

  #problem = make("p", { class: "problem", role: "alert", hidden: "" });

  /** @param {Node[]} parts the shown parts */
  fill(...parts) {
    const style = make("link", { rel: "stylesheet", href: setting.styles });
    this.root.replaceChildren(style, ...parts, this.#problem);
  }

  get rules() {
    return setting.rules;
  }

  get read() {
    return setting.read;
  }

  get ruleset() {
    return this.getAttribute("ruleset") || "turkish";
  }

  /** @returns {Color} */
  get orientation() {
    return this.getAttribute("orientation") === "black" ? "black" : "white";
  }

  /** @returns {"none" | "inside" | "outside"} */
  get coordinates() {
    const wanted = this.getAttribute("coordinates");
    return wanted === "none" || wanted === "outside" ? wanted : "inside";
  }

  /** @param {string} ruleset */
  dress(ruleset) {
    const { orientation, coordinates } = this;
    this.board.configure({ orientation, coordinates, ...lookOf(ruleset) });
  }

  /** @param {string} problem shown below; empty for none */
  complain(problem) {
    write(this.#problem, problem);
    this.#problem.hidden = problem === "";
  }
}

/**
 * Why something has failed.
 * @param {unknown} error
 */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * @param {string} ruleset
 * @returns {Look}
 */
function lookOf(ruleset) {
  setting.rules.start(ruleset);
  const { chequered, removal } = setting.rules.rulesets[ruleset];
  return { chequered, removal };
}

/**
 * The pieces of a FEN. Throws for a text of another form.
 * @param {string} fen
 */
export function piecesOf(fen) {
  return parseFen(positionOf(fen)).pieces;
}
