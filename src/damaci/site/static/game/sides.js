/** The two sides, and the steps of moves. */

/**
 * @param {import("./wire.js").Color} color
 * @returns {import("./wire.js").Color}
 */
export function opposite(color) {
  return color === "white" ? "black" : "white";
}

/**
 * A step with omitted fields filled in.
 * @param {import("./wire.js").MovePath} step
 * @returns {import("../board/state.js").Way}
 */
export function way({ path, captured = [] }) {
  return { path, captured };
}
