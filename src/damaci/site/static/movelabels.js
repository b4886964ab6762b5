/** How the moves of a tree are numbered, written and named, in the analysis and in embedded games. */

import { GLYPHS } from "./glyphs.js";
import { t } from "./i18n.js";

/** @typedef {{ply: number, text: string, nags: number[]}} Move as a node of a tree has it */

/**
 * The number of a half-move; White's are odd.
 * @param {Move} move
 * @param {boolean} blackBegins
 */
function halfMove({ ply }, blackBegins) {
  return ply + (blackBegins ? 1 : 0);
}

/**
 * @param {Move} move
 * @param {boolean} blackBegins
 */
export function isWhites(move, blackBegins) {
  return halfMove(move, blackBegins) % 2 === 1;
}

/**
 * "3, White: d3-d4!"
 * @param {Move} move
 * @param {boolean} blackBegins
 */
export function moveLabel(move, blackBegins) {
  const number = Math.ceil(halfMove(move, blackBegins) / 2);
  return `${number}, ${isWhites(move, blackBegins) ? t("White") : t("Black")}: ${glyphed(move)}`;
}

/**
 * "3." or "3…"
 * @param {Move} move
 * @param {boolean} blackBegins
 */
export function numberOf(move, blackBegins) {
  return `${Math.ceil(halfMove(move, blackBegins) / 2)}${isWhites(move, blackBegins) ? "." : "…"}`;
}

/**
 * "d3-d4!"
 * @param {Move} move
 */
export function glyphed({ text, nags }) {
  return text + nags.map((nag) => GLYPHS[nag] ?? "").join("");
}
