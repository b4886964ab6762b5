/** Buttons that copy a field of their dialog: `data-copy` names the field; `data-copied` in the dialog, else
 * `#copied`, shows the result. */

import { find, write } from "./dom.js";
import { t } from "./i18n.js";

/** @param {HTMLElement} dialog */
export function startCopying(dialog) {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (dialog.querySelectorAll("[data-copy]"))) {
    button.addEventListener("click", () => {
      /** @type {HTMLInputElement | HTMLTextAreaElement} */ (find(`#${button.dataset.copy}`)).select();
      write(
        dialog.querySelector("[data-copied]") ?? find("#copied"),
        copy() ? t("Copied.") : t("Press Ctrl+C to copy."),
      );
    });
  }
}

/** Copies the selection. A page over plain HTTP from another machine has no navigator.clipboard. */
function copy() {
  return document.execCommand("copy");
}
