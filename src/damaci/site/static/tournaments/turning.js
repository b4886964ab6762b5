/** Pages for a projector: they turn by themselves, by keys and by buttons, and fill the screen. */

import { attribute, find, write } from "../dom.js";

/** Milliseconds for which a page is shown. */
const STAYS = 12_000;

/** The actions of the buttons, by id. */
const DEEDS = { "wall-back": () => turnBy(-1), "wall-on": () => turnBy(1), "wall-turn": change, "wall-full": fill };

/** The page that is shown. */
let at = 0;

/** Whether pages turn by themselves: not at first for a viewer who wants no motion. */
let turning = !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Whether the app does not answer, so that the page may be out of date. */
let lost = false;

/** @type {number | undefined} */
let timer;

/** Shows the current page. */
let layOut = () => {};

/**
 * Begins to turn pages.
 * @param {() => void} show asks `pageOf` which page, and shows it
 */
export function startTurning(show) {
  layOut = show;
  document.addEventListener("fullscreenchange", layOut);
  document.addEventListener("reached", () => sayWhetherLost(false));
  document.addEventListener("unreached", () => sayWhetherLost(true));
  document.addEventListener("keydown", press);
  document.addEventListener("click", click);
  addEventListener("resize", layOut);
  layOut();
  wait();
}

/**
 * The index of the page to show.
 * @param {number} pages
 */
export function pageOf(pages) {
  sayWhetherLost(lost);
  at = pages ? (at + pages) % pages : 0;
  write(find("#wall-page"), `${at + 1} / ${Math.max(1, pages)}`);
  attribute(find("#wall-turn"), "aria-pressed", String(turning));
  const full = find("#wall-full");
  full.hidden = !document.fullscreenEnabled;
  attribute(full, "aria-pressed", String(document.fullscreenElement !== null));
  return at;
}

/** @param {Event} event */
function click(event) {
  const id = /** @type {Element} */ (event.target).closest("button")?.id ?? "";
  if (id in DEEDS) DEEDS[/** @type {keyof typeof DEEDS} */ (id)]();
}

/** @param {KeyboardEvent} event */
function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
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

/** @param {boolean} is */
function sayWhetherLost(is) {
  lost = is;
  find("#wall-lost").hidden = !lost;
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

/** Every page is shown for the same time, also after turning by hand. */
function wait() {
  clearTimeout(timer);
  if (turning) timer = setTimeout(() => turnBy(1), STAYS);
}
