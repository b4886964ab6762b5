/** The archive page: deletes games and opens files. */

import "../shell.js";
import { notify } from "../banner.js";
import { forgetAnalyses } from "../analysis/kept.js";
import { openWhatCame } from "../arriving.js";
import { find } from "../dom.js";
import { openFile } from "../files.js";
import { codeOf, explainBriefly } from "../explain.js";
import { pageAddress } from "../places.js";
import { request } from "../transport/request.js";

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-delete]"))) {
  button.addEventListener("click", () =>
    ask("#delete-dialog", () => remove("games.delete", { game: button.dataset.delete }, location.href)),
  );
}
find("#forget").addEventListener("click", () =>
  ask("#forget-dialog", () => {
    forgetAnalyses();
    remove("data.delete", {}, pageAddress("home"));
  }),
);

const file = /** @type {HTMLInputElement} */ (find("#file"));
file.addEventListener("change", openChosen);
openChosen(); // A file may have been chosen before this script ran.

async function openChosen() {
  if (file.files?.[0]) await openFile(file.files[0]);
  file.value = "";
}

openWhatCame();

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
 * @param {string} what the request
 * @param {object} data
 * @param {string} then the address to go to
 */
async function remove(what, data, then) {
  try {
    await request(what, data);
    location.assign(then);
  } catch (error) {
    notify(explainBriefly(codeOf(error)));
  }
}
