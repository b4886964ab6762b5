/** The report of a review: accuracy by phase, mistakes by kind, and a link to learn from them. */

import { find, write } from "../dom.js";
import { page } from "../page.js";

/**
 * @typedef {{moves: number, accuracy: number}} Part
 * @typedef {{all: Part, phases: Record<string, Part>, kinds: Record<string, number>}} Side
 * @typedef {{white: Side, black: Side}} Report
 */

const COLORS = /** @type {const} */ (["white", "black"]);

/** @param {import("./review.js").Review} review */
export function startReport(review) {
  const dialog = /** @type {HTMLDialogElement} */ (find("#report-dialog"));
  find("#report").addEventListener("click", () => dialog.showModal());
  const show = () => {
    find("#report").hidden = review.report === null;
    if (review.report) fill(review.report);
  };
  review.addEventListener("change", show);
  show();
}

/** @param {Report} report */
function fill(report) {
  for (const color of COLORS) {
    const { all, phases, kinds } = report[color];
    for (const row of document.querySelectorAll("#report-dialog [data-part]")) {
      const name = /** @type {HTMLElement} */ (row).dataset.part ?? "";
      const part = name === "all" ? all : phases[name];
      write(find(`[data-of="${color}"]`, row), part && part.moves > 0 ? percent(part.accuracy) : "–");
    }
    for (const row of document.querySelectorAll("#report-dialog [data-kind]")) {
      const count = kinds[/** @type {HTMLElement} */ (row).dataset.kind ?? ""] ?? 0;
      write(find(`[data-of="${color}"]`, row), `${count || "–"}`);
    }
    offer(color, Object.keys(kinds).length > 0);
  }
}

/**
 * @param {"white" | "black"} color
 * @param {boolean} any whether there are mistakes of that side
 */
function offer(color, any) {
  const place = document.querySelector("#learn-from");
  if (!(place instanceof HTMLElement) || !page.game) return;
  place.hidden = false;
  const link = /** @type {HTMLAnchorElement} */ (find(`[data-of="${color}"]`, place));
  link.href = link.href.replace("GAME", page.game);
  link.hidden = !any;
}

/** @param {number} value 0 to 100 */
function percent(value) {
  const format = new Intl.NumberFormat(document.documentElement.lang, { style: "percent", maximumFractionDigits: 0 });
  return format.format(value / 100);
}
