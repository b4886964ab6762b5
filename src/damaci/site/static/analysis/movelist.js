/** The moves with their variations; each variation is a list within its parent line. */

import { attribute, find, make } from "../dom.js";
import { glyphed, isWhites, moveLabel, numberOf } from "../movelabels.js";

/**
 * @typedef {import("./tree.js").Node} Node
 * @typedef {import("./tree.js").Tree} Tree
 */

/** @param {Tree} tree */
export function startMoveList(tree) {
  new MoveList(tree, find("#moves"));
}

class MoveList {
  /** @type {Map<Node, HTMLButtonElement>} */
  #buttons = new Map();

  /**
   * @param {Tree} tree
   * @param {HTMLElement} element
   */
  constructor(tree, element) {
    this.tree = tree;
    this.element = element;
    tree.addEventListener("grow", () => this.#build());
    tree.addEventListener("change", () => this.#mark());
    this.#build();
    this.#mark();
  }

  #build() {
    const focused = this.element.contains(document.activeElement);
    this.#buttons.clear();
    this.element.replaceChildren(...this.#comment(this.tree.root), ...this.#after(this.tree.root));
    find("#no-moves").hidden = this.#buttons.size > 0;
    if (focused) this.#buttons.get(this.tree.current)?.focus();
  }

  /**
   * The line after a node, with its variations.
   * @param {Node} node
   * @returns {HTMLElement[]}
   */
  #after(node) {
    const parts = [];
    let numbered = true;
    while (node.children.length > 0) {
      const [main, ...others] = node.children;
      parts.push(...this.#move(main, numbered), ...this.#comment(main));
      if (others.length > 0)
        parts.push(make("ul", {}, ...others.map((other) => make("li", {}, ...this.#variation(other)))));
      numbered = others.length > 0 || main.comment !== "";
      node = main;
    }
    return parts;
  }

  /** @param {Node} node */
  #variation(node) {
    return [...this.#move(node, true), ...this.#comment(node), ...this.#after(node)];
  }

  /**
   * @param {Node} node
   * @param {boolean} numbered whether Black's move needs its number
   * @returns {HTMLElement[]}
   */
  #move(node, numbered) {
    const { blackBegins } = this.tree;
    const number = numberOf(node, blackBegins);
    const white = isWhites(node, blackBegins);
    const shown = white || numbered ? [make("span", { class: "number", "aria-hidden": "true" }, number)] : [];
    const button = make(
      "button",
      { type: "button", class: "move", "aria-label": moveLabel(node, blackBegins) },
      glyphed(node),
    );
    button.addEventListener("click", () => this.tree.goTo(node));
    this.#buttons.set(node, button);
    return [make("span", { class: `half ${white ? "white" : "black"}` }, ...shown, button)];
  }

  /** @param {Node} node */
  #comment({ comment }) {
    return comment ? [make("span", { class: "remark" }, comment)] : [];
  }

  /** Marks the current move, the only one in the tab order. */
  #mark() {
    const { current, root } = this.tree;
    const reached = current === root ? root.children[0] : current;
    for (const [node, button] of this.#buttons) {
      attribute(button, "aria-current", node === current ? "true" : null);
      button.tabIndex = node === reached ? 0 : -1;
    }
    this.#reveal(this.#buttons.get(current));
  }

  /**
   * Scrolls only the list; scrollIntoView would also scroll the page.
   * @param {HTMLElement | undefined} button
   */
  #reveal(button) {
    const view = find("#record");
    const [outer, inner] = [view.getBoundingClientRect(), button?.getBoundingClientRect()];
    if (!inner) view.scrollTo(0, 0);
    else view.scrollBy(0, Math.min(0, inner.top - outer.top - 6) || Math.max(0, inner.bottom - outer.bottom + 6));
  }
}
