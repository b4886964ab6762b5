/** Buttons that copy a field of their dialog: `data-copy` names it, `#copied` hears what came of it. */

import { find, write } from "./dom.js";
import { t } from "./i18n.js";

/** @param {HTMLElement} dialog */
export function startCopying(dialog) {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (dialog.querySelectorAll("[data-copy]"))) {
    button.addEventListener("click", () => {
      /** @type {HTMLInputElement | HTMLTextAreaElement} */ (find(`#${button.dataset.copy}`)).select();
      write(find("#copied"), copy() ? t("Copied.") : t("Press Ctrl+C to copy."));
    });
  }
}

/** Copies what is selected. navigator.clipboard is missing on a page opened over plain http from another machine. */
function copy() {
  return document.execCommand("copy");
}
