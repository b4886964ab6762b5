/** The results of the endgame tables in words. */

import { find, make, write } from "../dom.js";
import { locale, t, tn } from "../i18n.js";

/**
 * @typedef {"win" | "draw" | "loss"} Category
 * @typedef {{text: string, fen: string, category: Category | null, plies: number | null}} LookedMove
 * @typedef {{win: number, draw: number, loss: number, longest_win: number}} Shares
 * @typedef {import("../board/squares.js").Color} Color
 *
 * @typedef {object} Looked
 * @property {string} fen
 * @property {Color} turn
 * @property {import("../game/wire.js").Legal[]} legal
 * @property {string[]} must
 * @property {string} material
 * @property {Category | null} category
 * @property {number | null} plies
 * @property {LookedMove[]} moves
 * @property {Shares | null} shares
 */

const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });

/** @param {Looked} looked */
export function showVerdict(looked) {
  write(find("#headline"), headline(looked));
  write(find("#detail"), looked.plies ? inPlies(looked.plies) : "");
  write(find("#shares"), looked.shares ? sharesText(looked.shares) : "");
}

/**
 * @param {LookedMove[]} moves
 * @param {(move: LookedMove) => void} go
 */
export function showMoves(moves, go) {
  find("#ending-moves").replaceChildren(...moves.map((move) => row(move, go)));
  markOld(false);
}

/**
 * Marks the listed moves as those of the position before, until the tables have answered.
 * @param {boolean} old
 */
export function markOld(old) {
  find("#ending-moves").setAttribute("aria-busy", `${old}`);
}

/**
 * @param {LookedMove} move
 * @param {(move: LookedMove) => void} go
 */
function row(move, go) {
  const outcome = make("span", { class: "outcome" }, outcomeText(move));
  const chosen = make("button", { type: "button" }, make("span", { dir: "ltr" }, move.text), outcome);
  chosen.addEventListener("click", () => go(move));
  return make("li", { class: move.category ?? "unknown" }, chosen);
}

/** @param {Looked} looked */
function headline({ category, turn }) {
  if (!category) return t("No endgame table has this position.");
  if (category === "draw") return t("A draw with best play");
  return (category === "win") === (turn === "white") ? t("White wins with best play") : t("Black wins with best play");
}

/** @param {LookedMove} move */
function outcomeText({ category, plies }) {
  if (!category) return "";
  if (category === "draw") return t("draw");
  const what = category === "win" ? t("wins") : t("loses");
  return `${what}, ${inPlies(plies ?? 0)}`;
}

/** @param {number} plies */
function inPlies(plies) {
  return tn("in {n} half-move", "in {n} half-moves", plies);
}

/** @param {Shares} shares */
function sharesText({ win, draw, loss, longest_win }) {
  const all = win + draw + loss;
  const share = (/** @type {number} */ count) => percent.format(count / all);
  const said = t("Of all positions with these pieces, the side to move wins {win}, draws {draw}, loses {loss}.", {
    win: share(win),
    draw: share(draw),
    loss: share(loss),
  });
  if (!longest_win) return said;
  const longest = tn("The longest win: {n} half-move.", "The longest win: {n} half-moves.", longest_win);
  return `${said} ${longest}`;
}
