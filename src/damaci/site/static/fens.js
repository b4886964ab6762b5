/** FENs as people and other programs write them. */

import { parseFen, writeFen } from "./game/fen.js";

const LIST = "(?:K?[A-H][1-8](?:,K?[A-H][1-8])*)?";

/** A FEN in capital letters, without spaces and dots. */
const FEN = new RegExp(`^[WB]:(?:W${LIST}:B|B${LIST}:W)${LIST}$`);

/**
 * The FEN as the host writes it: spaces, a final dot, either case and either order of the sides are accepted.
 * @param {string} text
 * @returns {string} empty if the text is no FEN
 */
export function readFen(text) {
  const plain = text.replace(/[\s.]/g, "").toUpperCase();
  if (!FEN.test(plain)) return "";
  const { turn, pieces } = parseFen(plain.replace(/[A-H](?=[1-8])/g, (file) => file.toLowerCase()));
  return pieces.size === plain.replace(/[^1-8]/g, "").length ? writeFen(turn, pieces) : "";
}
