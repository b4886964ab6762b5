/** The page for a projector: turns its pages by itself. */

import { find } from "../dom.js";

/** Milliseconds that a page of the list stays. */
const STAYS = 12_000;

/** @type {number | undefined} */
let timer;

/** Begins to turn pages, if this is the page for a projector. */
export function startWall() {
  if (document.querySelector("#wall")) go();
}

/** @param {KeyboardEvent} event */
export function turn(event) {
  if (!document.querySelector("#wall")) return;
  if (event.key === " ") timer ? stop() : go();
  else if (event.key === "ArrowRight" || event.key === "PageDown") show(1);
  else if (event.key === "ArrowLeft" || event.key === "PageUp") show(-1);
  else return;
  event.preventDefault();
}

function go() {
  clearInterval(timer);
  timer = setInterval(() => show(1), STAYS);
}

function stop() {
  clearInterval(timer);
  timer = undefined;
}

/** @param {number} way */
function show(way) {
  const list = find(".wall-list");
  const last = list.scrollWidth - list.clientWidth;
  const at = Math.abs(list.scrollLeft);
  const next = at + way * list.clientWidth;
  const place = at >= last - 2 && way > 0 ? 0 : Math.max(0, Math.min(last, next));
  list.scrollTo({ left: document.documentElement.dir === "rtl" ? -place : place });
}
