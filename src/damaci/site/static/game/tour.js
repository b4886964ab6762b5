/** The short tour: offered once, by the card; later from the help. */

import { find, write } from "../dom.js";
import { t } from "../i18n.js";
import { prefer } from "../preferences.js";

/** Returns what begins the tour. */
export function startTour() {
  const dialog = /** @type {HTMLDialogElement} */ (find("#tour-dialog"));
  const stops = /** @type {HTMLElement[]} */ ([...dialog.querySelectorAll("[data-place]")]);
  const next = find("#tour-next");
  let stop = 0;

  const show = () => {
    for (const [index, text] of stops.entries()) {
      text.hidden = index !== stop;
      find(`${text.dataset.place}`).classList.toggle("shown", index === stop && dialog.open);
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
    prefer({ toured: true });
  });
  return () => {
    stop = 0;
    dialog.showModal();
    show();
    next.focus();
  };
}
