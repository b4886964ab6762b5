/** The archive: deleting, and opening files. */

import "../shell.js";
import { send } from "../api.js";
import { find } from "../dom.js";
import { openFile, tell } from "../files.js";
import { t } from "../i18n.js";

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-delete]"))) {
  button.addEventListener("click", () =>
    ask("#delete-dialog", () => remove(`/api/games/${button.dataset.delete}`, location.href)),
  );
}
find("#forget").addEventListener("click", () => ask("#forget-dialog", () => remove("/api/data", "/")));

const file = /** @type {HTMLInputElement} */ (find("#file"));
file.addEventListener("change", async () => {
  if (file.files?.[0]) await openFile(file.files[0]);
  file.value = "";
});

/**
 * @param {string} selector of a dialog with the answer "yes"
 * @param {() => void} act
 */
function ask(selector, act) {
  const dialog = /** @type {HTMLDialogElement} */ (find(selector));
  dialog.returnValue = "";
  dialog.onclose = () => dialog.returnValue === "yes" && act();
  dialog.showModal();
}

/**
 * @param {string} url
 * @param {string} then the address to go to
 */
async function remove(url, then) {
  try {
    await send("DELETE", url, {});
    location.assign(then);
  } catch {
    tell(`${t("Something went wrong")}. ${t("Please try again.")}`);
  }
}
