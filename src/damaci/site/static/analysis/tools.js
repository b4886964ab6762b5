/** The tools that place pieces: a radio button for each kind of piece, and one that removes them. */

import { drawPiece } from "../board/pieces.js";
import { make } from "../dom.js";

/** @typedef {import("../board/state.js").Piece} Piece */

/**
 * @param {string} tool "white", "white-king" and so on; any other value removes pieces
 * @returns {Piece | null}
 */
export function pieceOf(tool) {
  const [color, king] = tool.split("-");
  return color === "white" || color === "black" ? { color, king: king === "king" } : null;
}

/** @param {HTMLElement} form whose tools show their pieces from now on */
export function drawTools(form) {
  for (const place of form.querySelectorAll("[data-tool]")) place.append(drawn(place.getAttribute("data-tool") ?? ""));
}

/** @param {string} tool */
function drawn(tool) {
  const piece = pieceOf(tool);
  return piece ? drawPiece(piece) : make("span");
}
