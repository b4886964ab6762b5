/**
 * The element that shows a position and asks for a move. The host sets the legal moves and receives the player's input
 * as events.
 */

import "./skip.js";
import { make, write } from "../dom.js";
import { t } from "../i18n.js";
import { Animator } from "./animation.js";
import { ArrowLayer } from "./arrows.js";
import { destinations, meaning, options, part } from "./choice.js";
import { DEFAULTS } from "./config.js";
import { Drag } from "./drag.js";
import { Drawing } from "./drawing.js";
import { buildFrame, writeCoordinates } from "./frame.js";
import { Grid } from "./grid.js";
import { sprite } from "./pieces.js";
import { PieceLayer } from "./render.js";
import { squareAt } from "./squares.js";
import { chosenEarly, emptyBoard, isOwn, moved } from "./state.js";
import { plannedText, selectionText } from "./words.js";

/**
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Way} Way
 * @typedef {import("./config.js").Config} Config
 * @typedef {import("./choice.js").Option} Option
 *
 * @typedef {{path: string[]}} PlannedMove detail of the event "dama-plan": a premove; empty: none
 * @typedef {{square: string}} TouchedPiece detail of the event "dama-touch": the player picks it up
 * @typedef {{text: string} & Way} ChosenMove detail of the event "dama-move"
 * @typedef {{steps: string[], to: string}} RefusedMove detail of the event "dama-refuse": no legal move goes there
 * @typedef {{square: string}} ChosenSquare detail of the event "dama-square": on a free board
 * @typedef {{marks: string[]}} DrawnMarks detail of the event "dama-draw": all marks, after one was drawn or removed
 * @typedef {{from: string, to: string | null}} DroppedPiece detail of the event "dama-drop": on a free board; null:
 *   outside the board
 */

/** Elements that open in front of a board and close by Escape. A selector that a browser does not know throws. */
const COVERS = CSS.supports("selector(:popover-open)") ? "dialog[open], :popover-open" : "dialog[open]";

export class DamaBoard extends HTMLElement {
  /** @type {State} */
  #state = emptyBoard();

  /** @type {Config} */
  #config = { ...DEFAULTS };

  #grid = new Grid((square) => this.choose(square));
  #layer = new PieceLayer();
  #arrows = new ArrowLayer("given");
  #drawing = new Drawing(this.#grid.element, (x, y) => this.#squareAt(x, y));
  #animator = new Animator(this.#layer, this.#config);
  #voice = make("div", { class: "visually-hidden", "aria-live": "polite" });
  #frame = buildFrame(this.#grid.element, this.#layer.element, this.#arrows.element, this.#drawing.element);

  #drag = new Drag(this.#grid.element, (x, y) => this.#squareAt(x, y), {
    canLift: (square) => this.#canLift(square),
    lift: (square) => this.#lift(square),
    drop: (square) => this.#drop(square),
    putBack: () => this.#render(),
  });

  /** Whether the host has set a position; before that, squares have no description. */
  #known = false;

  /** The square from which a piece is dragged on a free board. */
  #from = "";

  /** Whether the piece was dropped on its last square, so that no animation is needed. */
  #dropped = false;

  /** Removes the listeners on the page around the board. */
  #away = new AbortController();

  connectedCallback() {
    this.#listen();
    if (this.childElementCount > 0) return;
    this.append(sprite(), this.#frame, this.#voice);
    this.#grid.element.addEventListener("click", (event) => this.#click(event));
    this.#orient();
  }

  disconnectedCallback() {
    this.#away.abort();
  }

  #listen() {
    this.#away = new AbortController();
    const { signal } = this.#away;
    document.addEventListener(
      "pointerdown",
      (event) => event.target instanceof Node && !this.contains(event.target) && this.cancel(),
      { signal },
    );
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.#escape(), { signal });
    this.#grid.listen(signal);
  }

  /** @param {Partial<Config>} changes */
  configure(changes) {
    Object.assign(this.#config, changes);
    this.#orient();
    this.#render();
  }

  /**
   * Shows another position, or the same one with other legal moves. Clears the chosen squares, except for a piece that
   * was chosen before the other side moved; the viewer can go on with it.
   * @param {Partial<Omit<State, "steps">>} changes `bound` stays unless it is given
   * @param {Way | null} [way] the way of the last move
   */
  show(changes, way = null) {
    const rest = way && this.#rest(way);
    const early = chosenEarly(this.#state);
    Object.assign(this.#state, changes);
    this.#known = true;
    if (early && isOwn(this.#state, early) && this.#isFree(early)) this.#state.steps = [early];
    else this.#startAfresh();
    this.#animator.show(this.#state.pieces, rest, this.#dropped);
    this.#render();
  }

  #startAfresh() {
    this.#state.steps = this.#unchosen;
    this.#drag.cancel();
  }

  /**
   * Draws other arrows without cancelling a drag.
   * @param {Way[]} shown
   */
  point(shown) {
    this.#state.shown = shown;
    this.#arrows.show(shown, this.#config.orientation);
  }

  /**
   * Shows the marks that the host stores. The event "dama-draw" reports each change.
   * @param {string[]} marks circles as `Gd4`, arrows as `Gd3d4`; G, R, Y, B for green, red, yellow, blue
   */
  draw(marks) {
    this.#drawing.keep(marks, (drawn) => this.#emit("dama-draw", { marks: drawn }));
  }

  /**
   * Chosen squares draw in a colour instead of moving pieces.
   * @param {string} color G, R, Y or B; empty: pieces are moved again
   */
  takePen(color) {
    this.cancel();
    this.#drawing.pen = color;
  }

  /**
   * Binds the player to a piece (touch-move), without interrupting a drag.
   * @param {string} square
   */
  bind(square) {
    if (this.#state.bound === square) return;
    this.#state.bound = square;
    if (this.#state.steps[0] !== square) this.cancel();
  }

  /** Clears the chosen squares, except for a bound piece. */
  cancel() {
    this.#drag.cancel();
    if (this.#state.steps.length + this.#unchosen.length === 0) return;
    this.#take(this.#unchosen);
    this.#say("");
  }

  /**
   * The player chooses a square, by click or key.
   * @param {string} square
   */
  choose(square) {
    const { steps } = this.#state;
    if (this.#drawing.pen) this.#say(this.#drawing.choose(square));
    else if (this.#config.free) this.#emit("dama-square", { square });
    else if (steps.length === 0) this.#select(square);
    else if (square === this.#top) this.cancel();
    else if (isOwn(this.#state, square)) this.#select(square);
    else this.#goOn(square);
  }

  #escape() {
    if (this.#covered) return;
    this.#drawing.cancel();
    this.cancel();
    this.#plan([]);
  }

  /** Whether a dialog or a menu is open in front of the board; Escape closes that. */
  get #covered() {
    return [...document.querySelectorAll(COVERS)].some((cover) => !cover.contains(this));
  }

  /** The steps before the player chooses: the bound piece, or none. */
  get #unchosen() {
    const { bound } = this.#state;
    return bound ? [bound] : [];
  }

  /**
   * Whether the piece may be chosen: no other piece is bound.
   * @param {string} square
   */
  #isFree(square) {
    return [null, square].includes(this.#state.bound);
  }

  /** Where the chosen piece is now. */
  get #top() {
    const { steps } = this.#state;
    return steps[steps.length - 1];
  }

  /** The pieces with the steps chosen so far. */
  get #standing() {
    const { pieces, steps, legal } = this.#state;
    if (steps.length < 2) return pieces;
    const { path, captured } = part(options(legal, steps)[0].way, 0, steps.length - 1);
    return moved(pieces, { path, captured: this.#config.removal === "at-once" ? captured : [] });
  }

  /**
   * The rest of a way, after the steps that the player has already chosen.
   * @param {Way} way
   * @returns {Way}
   */
  #rest(way) {
    const { steps } = this.#state;
    const gone = steps.every((square, index) => way.path[index] === square) ? Math.max(0, steps.length - 1) : 0;
    const { path, captured } = part(way, gone);
    return { path, captured: this.#config.removal === "at-once" ? captured : way.captured };
  }

  /** @param {string} square */
  #select(square) {
    if (!isOwn(this.#state, square)) return this.#plan([]);
    if (this.#state.side) this.#emit("dama-touch", { square });
    if (!this.#isFree(square)) return;
    this.#take([square]);
    if (!this.#state.side) return this.#say(plannedText(square));
    const { ends, steps } = destinations(this.#state.legal, [square]);
    this.#say(selectionText(square, [...ends, ...steps]));
  }

  /** @param {string} square */
  #goOn(square) {
    const { legal, steps, side } = this.#state;
    if (!side) return this.#plan([steps[0], square]);
    const meant = meaning(legal, steps, square);
    if (meant.kind === "play") this.#play(meant.option);
    else if (meant.kind === "step") this.#step(square, meant.way);
    else if (meant.kind === "unclear") this.#say(t("Several captures end there. Choose the next square on the way."));
    else this.#refuse(square);
  }

  /**
   * @param {string} square
   * @param {Way} way
   */
  #step(square, way) {
    this.#state.steps = [...this.#state.steps, square];
    this.#animator.show(this.#standing, way, this.#dropped);
    this.#take(this.#state.steps);
    const { ends, steps } = destinations(this.#state.legal, this.#state.steps);
    this.#say(selectionText(square, [...ends, ...steps]));
  }

  /** @param {Option} option */
  #play({ choice, way }) {
    // Another way of the same move is written with all its squares, so that everybody sees the chosen one.
    const text = way === choice.ways[0] ? choice.text : way.path.join("x");
    this.#emit("dama-move", { text, ...way });
    if (this.#state.steps.length > 0) this.cancel();
  }

  /**
   * Sets the premove.
   * @param {string[]} path origin and target; empty for none
   */
  #plan(path) {
    if (!this.#state.ahead) return;
    this.cancel();
    this.#emit("dama-plan", { path });
  }

  /** @param {string} to */
  #refuse(to) {
    const { steps } = this.#state;
    this.cancel();
    this.#emit("dama-refuse", { steps, to });
  }

  /** @param {string[]} steps */
  #take(steps) {
    this.#state.steps = steps;
    this.#state.shown = [];
    this.#render();
  }

  /** @param {string} square */
  #canLift(square) {
    if (this.#drawing.pen) return false;
    if (this.#config.free) return this.#state.pieces.has(square);
    return (
      this.#config.input !== "click" && (square === this.#top || (isOwn(this.#state, square) && this.#isFree(square)))
    );
  }

  /** @param {string} square */
  #lift(square) {
    this.#animator.hurry();
    this.#from = square;
    if (this.#config.free) return this.#layer.at(square);
    if (square !== this.#top) this.#select(square);
    return this.#layer.at(square);
  }

  /** @param {string | null} square */
  #drop(square) {
    if (this.#config.free) return this.#emit("dama-drop", { from: this.#from, to: square });
    if (!square || square === this.#top || isOwn(this.#state, square))
      return square === this.#top ? this.#render() : this.cancel();
    this.#dropped = true;
    this.#goOn(square);
    this.#dropped = false;
    this.#render();
  }

  /** @param {MouseEvent} event */
  #click({ target }) {
    const square = target instanceof HTMLElement && target.dataset.square;
    if (square && this.#takesClicks) this.choose(square);
  }

  get #takesClicks() {
    return this.#config.free || this.#config.input !== "drag" || this.#drawing.pen !== "";
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  #squareAt(x, y) {
    const box = this.#grid.element.getBoundingClientRect();
    const [column, row] = [x - box.left, y - box.top].map((distance) => Math.floor((distance / box.width) * 8));
    const within = Math.min(column, row) >= 0 && Math.max(column, row) < 8;
    return within ? squareAt(column, row, this.#config.orientation) : null;
  }

  #orient() {
    const { orientation, coordinates, chequered } = this.#config;
    this.dataset.coordinates = coordinates;
    this.classList.toggle("chequered", chequered);
    this.#grid.orient(orientation);
    this.#layer.orient(orientation);
    this.#drawing.orient(orientation);
    writeCoordinates(this.#frame, orientation);
  }

  #render() {
    if (!this.#known) return;
    const pieces = this.#standing;
    this.#grid.update(this.#state, pieces, this.#config);
    this.#arrows.show(this.#state.shown, this.#config.orientation);
    if (!this.#animator.busy) this.#layer.sync(pieces);
  }

  /** @param {string} text */
  #say(text) {
    write(this.#voice, text);
  }

  /**
   * @param {string} name
   * @param {ChosenMove | RefusedMove | PlannedMove | TouchedPiece | ChosenSquare | DroppedPiece | DrawnMarks} detail
   */
  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}
