/** The review of the main line: the engine analyses each position, marks mistakes and adds better moves. */

import { notify } from "../banner.js";
import { t } from "../i18n.js";
import { page } from "../page.js";
import { subscribe } from "../transport/channel.js";
import { scoreText } from "./score.js";
import { sprout } from "./tree.js";

/**
 * @typedef {import("./tree.js").Node} Node
 * @typedef {import("./tree.js").Tree} Tree
 * @typedef {{type: "seen", ply: number, score: import("./engine.js").Score, mark?: number,
 *   better?: import("./tree.js").Branch[], kind?: string, report?: import("./report.js").Report}} Seen
 * @typedef {{moves: string[], seen: Seen[]}} KeptReview
 */

/** The most moves of a review, which keeps its time and the size of the request acceptable. */
const MOST_MOVES = 250;

/** Fires "change" after each analysed position, and at the end. */
export class Review extends EventTarget {
  /** @type {import("../transport/channel.js").Channel | null} */
  #channel = null;

  /** @type {Node[]} the moves under review, after the start */
  #line = [];

  /** @type {Map<number, Seen>} by ply */
  #seen = new Map();

  /** @param {Tree} tree */
  constructor(tree) {
    super();
    this.tree = tree;
    tree.addEventListener("load", () => {
      this.#seen = new Map();
      this.#end();
    });
  }

  get running() {
    return this.#channel !== null;
  }

  /** What the review says of the whole game; null before its end, and for reviews of older versions. */
  get report() {
    return (this.running ? null : this.#seen.get(0)?.report) ?? null;
  }

  /**
   * The part of a complete review that is not in the moves: from it the report is shown again.
   * @returns {KeptReview | undefined}
   */
  get kept() {
    const first = this.report ? this.#seen.get(0) : undefined;
    return first && { moves: this.#line.slice(1).map(({ text }) => text), seen: [first] };
  }

  /** The number of analysed positions, and of all positions. */
  get progress() {
    return [this.#seen.size, this.#line.length];
  }

  /**
   * The score and marks of a move of the main line; during a review, its results so far.
   * @param {Node} node
   * @returns {Pick<Node, "ply" | "score" | "nags">}
   */
  known(node) {
    const { ply } = node;
    if (!this.running) return node;
    return { ply, score: this.#seen.get(ply)?.score, nags: [this.#seen.get(ply - 1)?.mark ?? 0] };
  }

  start() {
    const { mainLine } = this.tree;
    this.#line = mainLine.slice(0, 2 * MOST_MOVES + 1);
    if (this.#line.length < mainLine.length)
      notify(t("This game is very long: only its first {n} moves are reviewed.", { n: MOST_MOVES }));
    this.#seen = new Map();
    const here = { ...this.tree.here, fen: this.tree.root.fen };
    const moves = this.#line
      .slice(1)
      .map(({ text }) => text)
      .join(" ");
    const channel = subscribe("analysis");
    this.#channel = channel;
    channel.addEventListener("open", () => channel.send({ type: "review", here, moves, game: page.game }));
    channel.addEventListener("message", (event) => this.#receive(/** @type {CustomEvent} */ (event).detail));
    channel.addEventListener("state", () => channel.state !== "open" && this.#lose());
    this.dispatchEvent(new Event("change"));
  }

  /**
   * Shows a stored review, if its moves are still the main line. In a reviewed tree that this browser kept, only the
   * report is missing.
   * @param {KeptReview} kept
   */
  adopt({ moves, seen }) {
    const line = this.tree.mainLine.slice(0, moves.length + 1);
    if (
      line
        .slice(1)
        .map(({ text }) => text)
        .join(" ") !== moves.join(" ")
    )
      return;
    this.#line = line;
    this.#seen = new Map(seen.map((each) => [each.ply, each]));
    if (!this.tree.root.score) this.tree.revise(() => this.#apply());
    this.dispatchEvent(new Event("change"));
  }

  /** Stops the review early and keeps its results. */
  stop() {
    if (this.#seen.size > 0) this.tree.revise(() => this.#apply());
    this.#end();
  }

  #lose() {
    notify(t("The app does not answer. Is it still running?"));
    this.stop();
  }

  #end() {
    this.#channel?.close();
    this.#channel = null;
    this.dispatchEvent(new Event("change"));
  }

  /** @param {Seen | {type: "wrong", message: string}} message */
  #receive(message) {
    if (message.type === "wrong") {
      notify(message.message);
      return this.#end();
    }
    this.#seen.set(message.ply, message);
    if (message.ply === 0) this.stop();
    else this.dispatchEvent(new Event("change"));
  }

  #apply() {
    clear(this.tree.root);
    for (const { ply, score, mark = 0, better = [] } of this.#seen.values()) {
      this.#line[ply].score = score;
      if (mark) blame(this.#line[ply], this.#line[ply + 1], mark, better);
    }
  }
}

/**
 * Removes the marks and moves of an earlier review, except for moves that the player has extended.
 * @param {Node} root
 */
function clear(root) {
  const nodes = [root];
  for (const node of nodes) nodes.push(...node.children);
  for (const node of nodes.reverse()) {
    node.nags = node.nags.filter((nag) => nag !== node.mark);
    node.score = node.mark = undefined;
    node.children = node.children.filter(
      (child) => child.review === undefined || child.comment !== child.review || child.children.length > 0,
    );
  }
  for (const node of nodes) node.review = undefined;
}

/**
 * Marks a mistake and adds better moves; keeps an annotator's glyph.
 * @param {Node} before
 * @param {Node} move
 * @param {number} mark
 * @param {import("./tree.js").Branch[]} better
 */
function blame(before, move, mark, better) {
  if (!move.nags.some((nag) => nag >= 1 && nag <= 6)) {
    move.mark = mark;
    move.nags = [...move.nags, mark];
  }
  const [here, after] = [before.score, move.score];
  const comment =
    here && after ? t("Better: {score} instead of {other}", { score: scoreText(here), other: scoreText(after) }) : "";
  let node = before;
  for (const [index, branch] of better.entries()) {
    const said = index === 0 ? comment : "";
    let next = node.children.find(({ text }) => text === branch.text);
    if (!next) {
      next = sprout(node, { ...branch, comment: said, review: said });
      node.children = [...node.children, next];
    }
    node = next;
  }
}
