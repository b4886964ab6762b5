/** The short tour. The card offers it once; the help always has it. */

import { find, write } from "../dom.js";
import { t } from "../i18n.js";
import { prefer } from "../preferences.js";

/** Returns a function that begins the tour. */
export function startTour() {
  const dialog = /** @type {HTMLDialogElement} */ (find("#tour-dialog"));
  const stops = /** @type {HTMLElement[]} */ ([...dialog.querySelectorAll("[data-place]")]);
  const next = find("#tour-next");
  let stop = 0;

  const show = () => {
    for (const [index, text] of stops.entries()) {
      const place = find(`${text.dataset.place}`);
      text.hidden = index !== stop;
      place.classList.toggle("shown", index === stop && dialog.open);
      if (index === stop) keepAway(dialog, place.getBoundingClientRect());
    }
    write(next, stop + 1 < stops.length ? t("Next") : t("Done"));
  };
  next.addEventListener("click", () => {
    stop += 1;
    if (stop === stops.length) dialog.close();
    else show();
  });
  dialog.addEventListener("close", () => {
    show();
    prefer({ toured: true }, () => {}); // If that fails, the tour is offered again; no message.
  });
  return () => {
    stop = 0;
    dialog.showModal();
    show();
    next.focus();
  };
}

/** Pixels around the dialog. */
const MARGIN = 12;

/** The least pixels beside a place in which the texts are readable. */
const LEAST = 240;

/**
 * Puts the dialog on the side of a place with the most space.
 * @param {HTMLDialogElement} dialog
 * @param {DOMRect} place
 */
function keepAway(dialog, { left, top, right, bottom }) {
  const room = { left, right: innerWidth - right, top, bottom: innerHeight - bottom };
  const across = Math.max(room.left, room.right);
  const along = Math.max(room.top, room.bottom);
  const beside = across >= LEAST;
  dialog.dataset.away = beside ? widest(room, "left", "right") : widest(room, "top", "bottom");
  dialog.style.maxWidth = beside ? `${across - 2 * MARGIN}px` : "";
  dialog.style.maxHeight = beside ? "" : `${along - 2 * MARGIN}px`;
}

/**
 * @param {Record<string, number>} room
 * @param {string} one
 * @param {string} other
 */
function widest(room, one, other) {
  return room[one] > room[other] ? one : other;
}
