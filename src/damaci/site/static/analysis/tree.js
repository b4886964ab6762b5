/**
 * The tree of moves and variations, and the current move. The server applies the rules; this module stores the tree.
 */

/**
 * @typedef {import("../game/wire.js").Color} Color
 * @typedef {import("../game/wire.js").Legal} Legal
 * @typedef {import("./engine.js").Score} Score
 *
 * @typedef {object} Branch a move as sent by the server; fields with default values are omitted
 * @property {number} [parent] the index of the preceding move, -1 for the start
 * @property {string} text
 * @property {string[]} [path]
 * @property {string[]} [captured]
 * @property {string} [fen] the position after it
 * @property {string} [comment]
 * @property {number[]} [nags]
 * @property {string[]} [marks] what is drawn on the board after it
 * @property {Score} [score] what a review found of the position after it
 * @property {number} [mark] the glyph that a review gave it
 * @property {string} [review] of a move that a review added: its comment then
 *
 * @typedef {object} TreeData
 * @property {string} ruleset
 * @property {string} start
 * @property {Branch[]} nodes
 * @property {string} comment
 * @property {string[]} [marks] what is drawn on the board at the start
 * @property {Record<string, string>} tags
 * @property {string} result
 * @property {import("../game/wire.js").Options} options
 * @property {import("../game/wire.js").Endings} endings
 * @property {Score} [score] of the start
 *
 * @typedef {object} Stand what may be played
 * @property {Color} turn
 * @property {Legal[]} legal
 * @property {string[]} [must]
 * @property {string} [result]
 * @property {string} [reason]
 *
 * @typedef {(what: "stand" | "move", body: object) => Promise<any>} Ask the server's answer; null when there is none
 *
 * @typedef {object} Node the start, or a move; the first child is the main line
 * @property {Node | null} parent
 * @property {Node[]} children
 * @property {string} text empty for the start
 * @property {string[]} path
 * @property {string[]} captured
 * @property {string} fen
 * @property {string} comment
 * @property {number[]} nags
 * @property {string[]} marks circles as `Gd4`, arrows as `Gd3d4`
 * @property {number} ply
 * @property {Stand | null} stand
 * @property {Score} [score] what a review found
 * @property {number} [mark] the glyph that a review gave
 * @property {string} [review] of a move that a review added: its comment then
 */

/** The most changes that can be undone. */
const MOST_UNDONE = 30;

/**
 * Fires "change" after every change, before it "grow" when moves were added or removed, and before that "load" when the
 * whole tree was replaced.
 */
export class Tree extends EventTarget {
  /** @type {TreeData} */
  #data;

  /** @type {Node} */
  root;

  /** @type {Node} the current move */
  current;

  /** @type {import("../game/wire.js").Refused | null} why the last move was refused */
  refusal = null;

  /** @type {{current: Node, nodes: [Node, Node][], what: unknown}[]} the state before each change */
  #past = [];

  /** @type {Ask} */
  #ask;

  /**
   * @param {TreeData} data
   * @param {Ask} ask
   */
  constructor(data, ask) {
    super();
    this.#data = data;
    this.#ask = ask;
    this.root = this.current = grown(data);
  }

  get ruleset() {
    return this.#data.ruleset;
  }

  /** The PDN tags: players, place, date. */
  get tags() {
    return this.#data.tags;
  }

  set tags(tags) {
    const kept = Object.entries(tags).filter(([, value]) => value !== "");
    this.#data = { ...this.#data, tags: Object.fromEntries(kept) };
    this.#grow(this.current);
  }

  /** Whether Black makes the first move. */
  get blackBegins() {
    return this.root.fen.startsWith("B");
  }

  /** The current position in the form of requests. */
  get here() {
    const { ruleset, options, endings } = this.#data;
    return { ruleset, fen: this.current.fen, options, endings };
  }

  /**
   * Shows another tree.
   * @param {TreeData} data
   */
  load(data) {
    this.#data = data;
    this.root = grown(data);
    this.#past = [];
    this.dispatchEvent(new Event("load"));
    this.#grow(this.root);
  }

  /** @returns {TreeData} the tree in the form of requests */
  get data() {
    /** @type {Branch[]} */
    const nodes = [];
    const places = new Map([[this.root, -1]]);
    for (const node of everyNode(this.root)) {
      const { parent, text, path, captured, fen, comment, nags, marks, score, mark, review } = node;
      if (!parent) continue;
      places.set(node, nodes.length);
      nodes.push({ parent: places.get(parent), text, path, captured, fen, comment, nags, marks, score, mark, review });
    }
    const { comment, marks, score } = this.root;
    return { ...this.#data, comment, marks, score, nodes };
  }

  /** The start and the main line. */
  get mainLine() {
    const line = [this.root];
    for (let node = this.root.children[0]; node; node = node.children[0]) line.push(node);
    return line;
  }

  /** The index in `data` of the current move, -1 for the start. */
  get place() {
    return everyNode(this.root).indexOf(this.current) - 1;
  }

  set place(place) {
    this.goTo(everyNode(this.root)[place + 1] ?? this.root);
  }

  /** @param {Node | null | undefined} node */
  goTo(node) {
    if (!node) return;
    this.current = node;
    this.refusal = null;
    this.#changed();
    if (!node.stand) this.#loadStand(node);
  }

  /** Goes to the last move of the current line. */
  goToEnd() {
    let node = this.current;
    while (node.children.length > 0) node = node.children[0];
    this.goTo(node);
  }

  /**
   * Plays a move in the current position, or stores why it is refused.
   * @param {string} move
   */
  async play(move) {
    const before = this.current;
    const answer = await this.#ask("move", { here: this.here, move });
    if (!answer || this.current !== before) return;
    if (answer.played) return this.#add(before, answer.played);
    this.refusal = answer.refused;
    this.#changed();
  }

  /** Clears the refusal of the last move when another one begins; fires "forgive", not "change". */
  forgive() {
    if (!this.refusal) return;
    this.refusal = null;
    this.dispatchEvent(new Event("forgive"));
  }

  /** Removes the current move and all moves after it. */
  remove() {
    const { current } = this;
    const { parent } = current;
    if (parent) this.revise(() => (parent.children = parent.children.filter((child) => child !== current)), parent);
  }

  /** Whether the current move is in a variation. */
  get inVariation() {
    return this.#fork !== null;
  }

  /** Makes the current variation the main line at its first move. */
  promote() {
    const fork = this.#fork;
    const parent = fork?.parent;
    if (parent) this.revise(() => (parent.children = [fork, ...parent.children.filter((child) => child !== fork)]));
  }

  /** @param {string} text the comment on the current move */
  comment(text) {
    const { current } = this;
    this.revise(() => (current.comment = text), current, current);
  }

  /** @param {string[]} marks what is drawn on the board in the current position */
  draw(marks) {
    const { current } = this;
    this.revise(() => (current.marks = marks));
  }

  /**
   * Changes moves or comments in a way that can be undone.
   * @param {() => void} change
   * @param {Node} [node] the current node afterwards
   * @param {unknown} [what] is changed; repeated changes of the same thing are undone together
   */
  revise(change, node = this.current, what = null) {
    const again = what !== null && this.#past.at(-1)?.what === what;
    if (!again)
      this.#past.push({ current: this.current, nodes: everyNode(this.root).map((each) => [each, { ...each }]), what });
    this.#past.splice(0, this.#past.length - MOST_UNDONE);
    change();
    this.#grow(attached(node));
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  /** Undoes the last change. */
  undo() {
    const before = this.#past.pop();
    if (!before) return;
    for (const [node, { children, comment, nags, marks, score, mark, review }] of before.nodes) {
      Object.assign(node, { children, comment, nags, marks, score, mark, review });
    }
    this.#grow(before.current);
  }

  /** The last move on the path to the current one that is not the main move. */
  get #fork() {
    for (let node = this.current; node.parent; node = node.parent) if (node.parent.children[0] !== node) return node;
    return null;
  }

  /**
   * @param {Node} parent
   * @param {Branch} played
   */
  #add(parent, played) {
    const known = parent.children.find(({ text }) => text === played.text);
    if (known) return this.goTo(known);
    const node = sprout(parent, played);
    this.revise(() => (parent.children = [...parent.children, node]), node);
  }

  /** @param {Node} node the new current node */
  #grow(node) {
    this.current = node;
    this.dispatchEvent(new Event("grow"));
    this.goTo(node);
  }

  /** @param {Node} node */
  async #loadStand(node) {
    node.stand = await this.#ask("stand", { ...this.here, fen: node.fen });
    if (this.current === node) this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

/**
 * @param {TreeData} data
 * @returns {Node} the start
 */
function grown({ start, comment, marks = [], score, nodes }) {
  /** @type {Node} */
  const root = {
    parent: null,
    children: [],
    text: "",
    path: [],
    captured: [],
    fen: start,
    comment,
    nags: [],
    marks,
    ply: 0,
    stand: null,
    score,
  };
  /** @type {Node[]} */
  const made = [];
  for (const branch of nodes) {
    const parent = made[branch.parent ?? -1] ?? root;
    const node = sprout(parent, branch);
    parent.children.push(node);
    made.push(node);
  }
  return root;
}

/**
 * Creates a node without adding it to its parent.
 * @param {Node} parent
 * @param {Branch} branch
 * @returns {Node}
 */
export function sprout(
  parent,
  { text, path = [], captured = [], fen = "", comment = "", nags = [], marks = [], score, mark, review },
) {
  return {
    parent,
    children: [],
    text,
    path,
    captured,
    fen,
    comment,
    nags,
    marks,
    ply: parent.ply + 1,
    stand: null,
    score,
    mark,
    review,
  };
}

/**
 * The node, or its last ancestor that is still in the tree.
 * @param {Node} node
 */
function attached(node) {
  let found = node;
  for (let each = node; each.parent; each = each.parent) if (!each.parent.children.includes(each)) found = each.parent;
  return found;
}

/**
 * All nodes in order: each after its parent, main moves first.
 * @param {Node} root
 */
function everyNode(root) {
  const found = [];
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    found.push(node);
    waiting.push(...node.children.toReversed());
  }
  return found;
}
