/** Buttons that copy a field of their dialog: `data-copy` names the field; `data-copied` in the dialog, else
 * `#copied`, shows the result. Also the buttons that share the position. */

import { find, write } from "./dom.js";
import { t } from "./i18n.js";

/** @param {HTMLElement} dialog */
export function startCopying(dialog) {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (dialog.querySelectorAll("[data-copy]"))) {
    const field = /** @type {HTMLInputElement | HTMLTextAreaElement} */ (find(`#${button.dataset.copy}`));
    button.addEventListener("click", () =>
      write(dialog.querySelector("[data-copied]") ?? find("#copied"), copied(field)),
    );
  }
}

/**
 * Copies a field, and returns the message about it.
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 */
function copied(field) {
  if (!field.value) return t("There is nothing to copy yet.");
  field.select();
  return copy() ? t("Copied.") : t("Press Ctrl+C to copy.");
}

/** Copies the selection. A page over plain HTTP from another machine has no navigator.clipboard. */
function copy() {
  return document.execCommand("copy");
}

/**
 * @param {HTMLElement} dialog
 * @param {() => import("./share/share.js").ShownPosition} shown
 */
export function startSharing(dialog, shown) {
  dialog.addEventListener("click", ({ target }) => {
    const button = /** @type {Element} */ (target).closest("#save-svg, #save-png, #print");
    if (button) share(button.id, dialog, shown());
  });
}

/**
 * The script that shares the position is loaded when needed.
 * @param {string} button
 * @param {HTMLElement} dialog
 * @param {import("./share/share.js").ShownPosition} shown
 */
async function share(button, dialog, shown) {
  try {
    (await import("./share/share.js")).share(button, dialog, shown);
  } catch {
    write(find("#copied", dialog), t("That did not work. Please try again."));
  }
}
