/** The parts around and behind the squares: frame, inlay, field, coordinates. */

import { make } from "../dom.js";
import { squareAt } from "./squares.js";

/**
 * The frame, with the field that holds the layers: squares, pieces, arrows.
 * @param {(Node | string)[]} layers
 */
export function buildFrame(...layers) {
  const [files, ranks] = ["files", "ranks"].map((name) => make("div", { class: name, "aria-hidden": "true" }));
  return make("div", { class: "frame" }, make("div", { class: "field" }, ...layers), files, ranks);
}

/**
 * Writes the coordinates as seen by the side at the bottom.
 * @param {Element} frame
 * @param {import("./squares.js").Color} side
 */
export function writeCoordinates(frame, side) {
  const eight = [...Array(8).keys()];
  const label = (/** @type {string} */ text) => make("span", {}, text);
  frame.querySelector(".files")?.replaceChildren(...eight.map((column) => label(squareAt(column, 7, side)[0])));
  frame.querySelector(".ranks")?.replaceChildren(...eight.map((row) => label(squareAt(0, row, side)[1])));
}
