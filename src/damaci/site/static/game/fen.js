/** Positions as text: `W:Wa2,b2,Kc3:Ba6,Kb8`. The host sends only correct ones. */

import { SQUARES } from "../board/squares.js";

/**
 * @typedef {import("../board/squares.js").Color} Color
 * @typedef {import("../board/state.js").Pieces} Pieces
 */

/** @type {Record<string, Color>} */
const COLORS = { W: "white", B: "black" };

/**
 * @param {string} fen
 * @returns {{turn: Color, pieces: Pieces}}
 */
export function parseFen(fen) {
  const [turn, ...sides] = fen.split(":");
  const pieces = new Map(sides.flatMap((side) => parseSide(COLORS[side[0]], side.slice(1))));
  return { turn: COLORS[turn], pieces };
}

/**
 * @param {Color} color
 * @param {string} list
 */
function parseSide(color, list) {
  const names = list.split(",").filter(Boolean);
  return names.map((name) => /** @type {const} */ ([name.slice(-2), { color, king: name.startsWith("K") }]));
}

/**
 * @param {Color} turn
 * @param {Pieces} pieces
 */
export function writeFen(turn, pieces) {
  const side = (/** @type {Color} */ color) =>
    SQUARES.filter((square) => pieces.get(square)?.color === color)
      .map((square) => (pieces.get(square)?.king ? `K${square}` : square))
      .join(",");
  return `${turn === "white" ? "W" : "B"}:W${side("white")}:B${side("black")}`;
}
