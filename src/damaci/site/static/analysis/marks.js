/** Circles and arrows of the current position: shown, drawn by mouse, or with the pen by touch and by keyboard. */

import { attribute, find } from "../dom.js";
import { joined, t } from "../i18n.js";

/**
 * @typedef {import("./tree.js").Tree} Tree
 * @typedef {import("../board/element.js").DamaBoard} DamaBoard
 * @typedef {import("../board/element.js").DrawnMarks} DrawnMarks
 */

/**
 * @param {Tree} tree
 * @param {DamaBoard} board
 */
export function startMarks(tree, board) {
  const pen = find("#pen");
  const colors = /** @type {HTMLSelectElement} */ (find("#pen-color"));
  const takePen = (/** @type {boolean} */ taken) => {
    attribute(pen, "aria-pressed", `${taken}`);
    colors.hidden = !taken;
    board.takePen(taken ? colors.value : "");
  };
  pen.addEventListener("click", () => takePen(pen.ariaPressed !== "true"));
  colors.addEventListener("change", () => takePen(true));
  find("#edit").addEventListener("click", () => takePen(false));
  board.addEventListener("dama-draw", (event) =>
    tree.draw(/** @type {CustomEvent<DrawnMarks>} */ (event).detail.marks),
  );
  tree.addEventListener("change", () => board.draw(tree.current.marks));
}

/**
 * What is drawn, in words; empty where nothing is.
 * @param {string[]} marks
 */
export function marksText(marks) {
  const shapes = marks.map((mark) => [mark.slice(1, 3), mark.slice(3)].filter(Boolean).join("–"));
  return shapes.length > 0 ? t("Drawn: {marks}", { marks: joined(shapes) }) : "";
}
