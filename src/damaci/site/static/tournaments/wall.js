/** The page for a projector: the round and the standings, page by page, as large as the window allows. */

import { find } from "../dom.js";
import { pageOf, startTurning } from "./turning.js";

/** The most rows of a column, and the least height of one in pixels. */
const MOST_ROWS = 15;
const LEAST_HEIGHT = 42;

/** A list with at most FEW lines has one column, as in a window narrower than NARROW. */
const FEW = 8;
const NARROW = 900;

/** @typedef {{ list: HTMLElement, first: number, beyond: number }} Sheet the lines of a list that are shown together */

/** Begins to turn pages, if this is the page for a projector. */
export function startWall() {
  if (!document.querySelector("#wall")) return;
  document.addEventListener("shown", layOut);
  startTurning(layOut);
}

/** Shows the page, with as many lines as fit. */
function layOut() {
  const sheets = lists().flatMap(sheetsOf);
  const sheet = sheets[pageOf(sheets.length)];
  for (const list of lists()) showLines(list, sheet);
}

function lists() {
  return /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".wall-list")]);
}

/**
 * The pages of a list, all about as full.
 * @param {HTMLElement} list
 * @returns {Sheet[]}
 */
function sheetsOf(list) {
  const lines = list.children.length;
  const columns = innerWidth < NARROW || lines <= FEW ? 1 : 2;
  const pages = Math.ceil(lines / (columns * rowsThatFit(list)));
  const rows = Math.ceil(lines / pages / columns);
  list.style.setProperty("--columns", String(columns));
  list.style.setProperty("--rows", String(rows));
  const size = columns * rows;
  const firsts = Array.from({ length: Math.ceil(lines / size) }, (_, number) => number * size);
  return firsts.map((first) => ({ list, first, beyond: first + size }));
}

/** @param {HTMLElement} list */
function rowsThatFit(list) {
  const section = /** @type {HTMLElement} */ (list.parentElement);
  const hidden = section.hidden;
  section.hidden = false;
  const room = find("#wall").clientHeight - find("h2", section).offsetHeight;
  section.hidden = hidden;
  return Math.max(1, Math.min(MOST_ROWS, Math.floor(room / LEAST_HEIGHT)));
}

/**
 * @param {HTMLElement} list
 * @param {Sheet} sheet
 */
function showLines(list, sheet) {
  /** @type {HTMLElement} */ (list.parentElement).hidden = list !== sheet.list;
  const lines = /** @type {HTMLElement[]} */ ([...list.children]);
  for (const [number, line] of lines.entries()) line.hidden = number < sheet.first || number >= sheet.beyond;
}
