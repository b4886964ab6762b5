/** The texts of the board for screen readers. */

import { joined, t } from "../i18n.js";

/** @param {import("./state.js").Piece | undefined} piece */
export function pieceName(piece) {
  if (!piece) return t("empty");
  if (piece.color === "white") return piece.king ? t("white dama") : t("white man");
  return piece.king ? t("black dama") : t("black man");
}

/**
 * The marks on a square.
 * @typedef {{selected: boolean, target: boolean, must: boolean, last: boolean, planned: boolean}} Marks
 */

/**
 * "d3, white man, selected"
 * @param {string} square
 * @param {import("./state.js").Piece | undefined} piece
 * @param {Marks} marks
 */
export function squareName(square, piece, marks) {
  const words = [square, pieceName(piece)];
  if (marks.selected) words.push(t("selected"));
  else if (marks.must) words.push(t("must capture"));
  if (marks.target) words.push(t("can move here"));
  if (marks.last) words.push(t("last move"));
  if (marks.planned) words.push(t("planned"));
  return joined(words);
}

/**
 * Announced when a piece is picked up for a premove.
 * @param {string} square
 */
export function plannedText(square) {
  return t("{square} selected. Choose where it goes when it is your turn.", { square });
}

/**
 * Announced when a piece is picked up.
 * @param {string} square
 * @param {string[]} targets
 */
export function selectionText(square, targets) {
  if (targets.length === 0) return t("{square} selected. It cannot move now.", { square });
  return t("{square} selected. It can go to {squares}.", { square, squares: joined(targets) });
}
