/** `<dama-game src="….pdn">`: replays a game with its variations on any web page. */

import { attribute, make, write } from "../dom.js";
import { joined, t } from "../i18n.js";
import { EmbeddedElement, messageOf, piecesOf } from "./element.js";
import { labelOf, listed } from "./moves.js";
import { readPdn } from "./pdn.js";
import { played, start } from "./record.js";

/**
 * @typedef {import("./record.js").Node} Node
 * @typedef {import("./record.js").Record} Record
 */

/** The shapes of the buttons, in a box of 24 by 24. */
const SHAPES = {
  first: "M6 6v12M18 6l-8 6 8 6Z",
  back: "M15.5 6l-8 6 8 6Z",
  forward: "M8.5 6l8 6-8 6Z",
  live: "M18 6v12M6 6l8 6-8 6Z",
  flip: "M8 19V5M4.5 8.5 8 5l3.5 3.5M16 5v14M12.5 15.5 16 19l3.5-3.5",
};

/** An unknown value of a PDN tag. */
const UNKNOWN = /^[?.\s]*$/;

/** Shown where no game can be read. @type {Record} */
const NONE = { ruleset: "turkish", tags: {}, result: "*", root: start("W:W:B"), fault: "" };

export class EmbeddedGame extends EmbeddedElement {
  static observedAttributes = ["src", "ruleset", "orientation", "coordinates", "ply"];

  #record = NONE;

  #current = this.#record.root;

  /** The number of loads so far. */
  #loads = 0;

  #turned = false;

  #heading = make("p", { class: "heading" });

  #moves = make("div", { class: "moves", role: "group" });

  #said = make("p", { class: "visually-hidden", role: "status" });

  #steps = make("div", { class: "steps", role: "group" });

  /** @type {Map<Node, HTMLButtonElement>} */
  #buttons = new Map();

  /** Waits for the text of an element that is in the page before it. */
  #reader = new MutationObserver(() => !this.getAttribute("src") && this.#load());

  constructor() {
    super();
    this.root.addEventListener("keydown", (event) => event instanceof KeyboardEvent && this.#key(event));
  }

  connectedCallback() {
    this.#steps.setAttribute("aria-label", t("Board and moves"));
    this.#moves.setAttribute("aria-label", t("Moves"));
    this.#steps.replaceChildren(
      this.#button("first", t("To the start"), () => this.#goTo(this.#record.root)),
      this.#button("back", t("One move back"), () => this.#step(-1)),
      this.#button("forward", t("One move forward"), () => this.#step(1)),
      this.#button("live", t("To the last move"), () => this.#goTo(end(this.#current))),
      this.#button("flip", t("Turn the board"), () => this.#turn()),
    );
    const record = make("div", { class: "record" }, this.#heading, this.#moves, this.#steps, this.#said);
    this.fill(make("div", { class: "game" }, this.board, record));
    this.#reader.observe(this, { childList: true, characterData: true, subtree: true });
    this.#load();
  }

  disconnectedCallback() {
    this.#reader.disconnect();
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    if (!this.isConnected) return;
    if (name === "orientation" || name === "coordinates") this.#show();
    else this.#load();
  }

  /** Loads and shows the game, unless another load has begun meanwhile. */
  async #load() {
    this.#loads += 1;
    const load = this.#loads;
    const record = await this.#read();
    if (load === this.#loads) this.#put(record);
  }

  /**
   * The game, or an empty one that says what is wrong.
   * @returns {Promise<Record>}
   */
  async #read() {
    try {
      return played(readPdn(await this.#text()), this.rules, this.ruleset);
    } catch (error) {
      return { ...NONE, fault: messageOf(error) };
    }
  }

  /** @param {Record} record */
  #put(record) {
    this.#record = record;
    this.#current = record.root;
    const ply = Number(this.getAttribute("ply") ?? 0);
    for (let left = ply; left > 0 && this.#current.children.length > 0; left--)
      this.#current = this.#current.children[0];
    write(this.#heading, headingOf(record));
    this.#buttons = listed(this.#moves, record.root, (node) => this.#goTo(node));
    this.#show();
    this.complain(record.fault);
  }

  /** The PDN: that of the address in `src`, or else the element's own text. */
  async #text() {
    const source = this.getAttribute("src");
    return source ? this.read(source) : (this.textContent ?? "");
  }

  /** @param {-1 | 1} way */
  #step(way) {
    const to = way === 1 ? this.#current.children[0] : this.#current.parent;
    if (to) this.#goTo(to);
  }

  /** @param {Node} node */
  #goTo(node) {
    const forward = node.parent === this.#current;
    this.#current = node;
    this.#show(forward);
    write(
      this.#said,
      [labelOf(node, this.#record.root) || t("Start position"), node.comment].filter(Boolean).join(". "),
    );
  }

  #turn() {
    this.#turned = !this.#turned;
    this.#show();
  }

  /** @param {boolean} [moving] whether the current move is animated */
  #show(moving = false) {
    const { path, captured, fen } = this.#current;
    this.dress(this.#record.ruleset);
    if (this.#turned) this.board.configure({ orientation: this.orientation === "white" ? "black" : "white" });
    const last = path.length > 0 ? [path[0], path[path.length - 1]] : [];
    this.board.show({ pieces: piecesOf(fen), last }, moving ? { path, captured } : null);
    this.#mark();
  }

  /** Marks the current move, the only one in the tab order, and scrolls the list to it. */
  #mark() {
    for (const [node, button] of this.#buttons) {
      attribute(button, "aria-current", node === this.#current ? "true" : null);
      button.tabIndex = node === (this.#current.parent ? this.#current : this.#record.root.children[0]) ? 0 : -1;
    }
    const list = this.#moves.getBoundingClientRect();
    const move = this.#buttons.get(this.#current)?.getBoundingClientRect();
    if (move) this.#moves.scrollBy(0, Math.min(0, move.top - list.top) || Math.max(0, move.bottom - list.bottom));
    else this.#moves.scrollTo(0, 0);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowLeft") this.#step(-1);
    else if (event.key === "ArrowRight") this.#step(1);
    else if (event.key === "Home") this.#goTo(this.#record.root);
    else if (event.key === "End") this.#goTo(end(this.#current));
    else if (event.key === "f") this.#turn();
    else return;
    event.preventDefault();
  }

  /**
   * @param {keyof typeof SHAPES} name
   * @param {string} label
   * @param {() => void} act
   */
  #button(name, label, act) {
    const button = make("button", { type: "button", "aria-label": label, title: label });
    button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${SHAPES[name]}"/></svg>`;
    button.addEventListener("click", act);
    return button;
  }
}

/**
 * The last move of the line that a node is in.
 * @param {Node} node
 */
function end(node) {
  let last = node;
  while (last.children.length > 0) last = last.children[0];
  return last;
}

/** @param {Record} record */
function headingOf({ tags, result }) {
  const known = (/** @type {string} */ name) => (UNKNOWN.test(tags[name] ?? "") ? "" : tags[name]);
  const players = [known("White"), known("Black")];
  const occasion = [known("Event"), known("Site"), known("Date"), result === "*" ? "" : result];
  const both = players.some(Boolean) ? players.map((name) => name || "?").join(" – ") : "";
  return joined([both, ...occasion].filter(Boolean));
}
