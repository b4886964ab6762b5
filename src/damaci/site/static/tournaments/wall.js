/** The page for a projector: the round and the standings, page by page, as large as the window allows. */

import { find, write } from "../dom.js";

/** Milliseconds that a page of the list stays. */
const STAYS = 12_000;

/** The most rows of a column, and the least height of one in pixels. */
const MOST_ROWS = 15;
const LEAST_HEIGHT = 42;

/** A list of so many lines has one column, and so has one in a window that is narrower. */
const FEW = 8;
const NARROW = 900;

/** What a press of a button does, by its id. */
const DEEDS = { "wall-back": () => turnBy(-1), "wall-on": () => turnBy(1), "wall-turn": change, "wall-full": fill };

/** @typedef {{ list: HTMLElement, first: number, beyond: number }} Sheet the lines of a list that are shown together */

/** The page that is shown. */
let at = 0;

/** Whether pages turn by themselves: not at first for who wants no motion. */
let turning = !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @type {number | undefined} */
let timer;

/** Begins to turn pages, if this is the page for a projector. */
export function startWall() {
  if (!isThere()) return;
  document.addEventListener("shown", layOut);
  document.addEventListener("fullscreenchange", layOut);
  addEventListener("resize", layOut);
  document.addEventListener("click", (event) => {
    const id = /** @type {Element} */ (event.target).closest("button")?.id ?? "";
    if (id in DEEDS) DEEDS[/** @type {keyof typeof DEEDS} */ (id)]();
  });
  layOut();
  wait();
}

/** @param {KeyboardEvent} event */
export function turn(event) {
  if (!isThere() || event.ctrlKey || event.metaKey || event.altKey) return;
  const forward = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
  const backward = forward === "ArrowLeft" ? "ArrowRight" : "ArrowLeft";
  const pressed = event.target instanceof Element && event.target.closest("a, button");
  if (event.key === " " && !pressed) change();
  else if (event.key === forward || event.key === "PageDown") turnBy(1);
  else if (event.key === backward || event.key === "PageUp") turnBy(-1);
  else if (event.key === "f" || event.key === "F") fill();
  else return;
  event.preventDefault();
}

function isThere() {
  return document.querySelector("#wall") !== null;
}

/** Stops turning pages, or goes on. */
function change() {
  turning = !turning;
  wait();
  layOut();
}

/** Fills the screen, or leaves it. */
function fill() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => undefined);
}

/** @param {number} way */
function turnBy(way) {
  at += way;
  wait();
  layOut();
}

/** Every page stays for its time, also the one that was turned to by hand. */
function wait() {
  clearTimeout(timer);
  if (turning) timer = setTimeout(() => turnBy(1), STAYS);
}

/** Shows the page, with as many lines as fit. */
function layOut() {
  const sheets = lists().flatMap(sheetsOf);
  at = sheets.length ? (at + sheets.length) % sheets.length : 0;
  for (const list of lists()) showLines(list, sheets[at]);
  write(find("#wall-page"), `${at + 1} / ${Math.max(1, sheets.length)}`);
  find("#wall-turn").setAttribute("aria-pressed", String(turning));
  const full = find("#wall-full");
  full.hidden = !document.fullscreenEnabled;
  full.setAttribute("aria-pressed", String(document.fullscreenElement !== null));
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
