/** Scores as numbers and as words. */

import { locale, t, tn } from "../i18n.js";

/** @typedef {import("./engine.js").Score} Score */

const DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** For scores beside moves: in the digits of moves. */
const figures = new Intl.NumberFormat(locale, { ...DECIMALS, signDisplay: "exceptZero", numberingSystem: "latn" });

/** For scores in sentences: in the region's digits. */
const amounts = new Intl.NumberFormat(locale, DECIMALS);

/**
 * Short: "+0.31", "#3" for a win of White's in three moves, "−#3" for one of Black's.
 * @param {Score} score
 */
export function scoreText({ cp = 0, win, loss, draw }) {
  if (draw) return "½";
  if (win !== undefined) return `#${moves(win)}`;
  if (loss !== undefined) return `−#${moves(loss)}`;
  return figures.format(cp / 100);
}

/** @param {Score} score */
export function scoreWords({ cp = 0, win, loss, draw }) {
  if (draw) return t("a draw");
  if (win !== undefined) return tn("White wins in {n} move", "White wins in {n} moves", moves(win));
  if (loss !== undefined) return tn("Black wins in {n} move", "Black wins in {n} moves", moves(loss));
  if (Math.abs(cp) < 25) return t("about equal");
  const figure = amounts.format(Math.abs(cp) / 100);
  return cp > 0
    ? t("White is better by {men} men", { men: figure })
    : t("Black is better by {men} men", { men: figure });
}

/** @param {number} plies */
function moves(plies) {
  return Math.max(1, Math.ceil(plies / 2));
}
