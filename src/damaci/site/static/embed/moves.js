/** The list of moves of an embedded game; each variation is a list within its line. */

import { make } from "../dom.js";
import { glyphed, moveLabel, numberOf } from "../movelabels.js";

/** @typedef {import("./record.js").Node} Node */

/**
 * Fills an element with the moves after `root`; returns their buttons.
 * @param {HTMLElement} element
 * @param {Node} root
 * @param {(node: Node) => void} choose
 */
export function listed(element, root, choose) {
  /** @type {Map<Node, HTMLButtonElement>} */
  const buttons = new Map();
  const remark = (/** @type {Node} */ { comment }) => (comment ? [make("span", { class: "remark" }, comment)] : []);

  /**
   * @param {Node} node
   * @param {boolean} numbered whether Black's move has its number
   */
  const move = (node, numbered) => {
    const button = make("button", { type: "button", class: "move", "aria-label": labelOf(node, root) }, glyphed(node));
    button.addEventListener("click", () => choose(node));
    buttons.set(node, button);
    const number = numberOf(node, blackBegins(root));
    return numbered || !number.endsWith("…")
      ? [make("span", { class: "number", "aria-hidden": "true" }, number), button]
      : [button];
  };

  /**
   * @param {Node} node
   * @returns {HTMLElement[]}
   */
  const after = (node) => {
    const parts = [];
    let numbered = true;
    for (let [main, ...others] = node.children; main; [main, ...others] = main.children) {
      parts.push(make("span", { class: "half" }, ...move(main, numbered)), ...remark(main));
      if (others.length > 0) parts.push(make("ul", {}, ...others.map((each) => make("li", {}, ...variation(each)))));
      numbered = others.length > 0 || main.comment !== "";
    }
    return parts;
  };

  /** @param {Node} node */
  const variation = (node) => [make("span", { class: "half" }, ...move(node, true)), ...remark(node), ...after(node)];

  element.replaceChildren(...remark(root), ...after(root));
  return buttons;
}

/**
 * "3, White: d3-d4!"; empty for the start.
 * @param {Node} node
 * @param {Node} root
 */
export function labelOf(node, root) {
  return node.parent ? moveLabel(node, blackBegins(root)) : "";
}

/** @param {Node} root */
function blackBegins(root) {
  return root.fen.startsWith("B");
}
