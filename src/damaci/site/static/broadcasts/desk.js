/** The owner's page of a broadcast: boards, and the links by which their moves are entered. */

import "../shell.js";
import { notify } from "../banner.js";
import { startCopying } from "../copy.js";
import { attribute, find, write } from "../dom.js";
import { codeOf, explainBriefly } from "../explain.js";
import { once } from "../forms.js";
import { page } from "../page.js";
import { goToPage } from "../places.js";
import { request } from "../transport/request.js";

/** @typedef {{broadcast: string, round: string, board: string}} Place */

const broadcast = page.broadcast?.id ?? "";
const form = /** @type {HTMLFormElement} */ (find("#add"));

form.addEventListener(
  "submit",
  once(add, (error) => write(find("#refused"), explainBriefly(codeOf(error)))),
);
document.querySelector("#of")?.addEventListener("change", (event) => {
  const { value } = /** @type {HTMLSelectElement} */ (event.target);
  attempt(() => request("broadcasts.of", { broadcast, tournament: value }));
});
find("#delete").addEventListener("click", () => ask("#delete-question", removeAll));
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-do]")))
  button.addEventListener("click", () => act(button));
startCopying(find("#link-dialog"));

async function add() {
  const { round, board, ...rest } = Object.fromEntries(new FormData(form));
  await request("broadcasts.add", { broadcast, round: Number(round), board: Number(board), ...rest });
  location.reload();
}

/** @param {HTMLElement} button */
function act(button) {
  const item = /** @type {HTMLElement} */ (button.closest("li"));
  const { round = "", board = "", linked } = item.dataset;
  const place = { broadcast, round, board };
  if (button.dataset.do === "revoke") attempt(() => request("broadcasts.revoke", place));
  else if (button.dataset.do === "remove") ask("#remove-question", () => request("broadcasts.remove", place));
  else if (linked === undefined) showLink(place);
  else ask("#link-question", () => showLink(place), false);
}

/** @param {Place} place */
async function showLink(place) {
  try {
    const { url, qr } = await request("broadcasts.link", place);
    attribute(find("#qr"), "src", qr);
    /** @type {HTMLInputElement} */ (find("#link")).value = url;
    const dialog = /** @type {HTMLDialogElement} */ (find("#link-dialog"));
    dialog.addEventListener("close", () => location.reload(), { once: true });
    dialog.showModal();
  } catch (error) {
    notify(explainBriefly(codeOf(error)));
  }
}

/**
 * Asks before something that cannot be undone.
 * @param {string} selector of the question
 * @param {() => Promise<void>} deed
 * @param {boolean} [anew] whether the page is loaded again afterwards
 */
function ask(selector, deed, anew = true) {
  const dialog = /** @type {HTMLDialogElement} */ (find(selector));
  dialog.returnValue = "";
  dialog.onclose = () => {
    if (dialog.returnValue === "yes") anew ? attempt(deed) : deed();
  };
  dialog.showModal();
}

/** @param {() => Promise<void>} deed */
async function attempt(deed) {
  try {
    await deed();
    location.reload();
  } catch (error) {
    notify(explainBriefly(codeOf(error)));
  }
}

async function removeAll() {
  await request("broadcasts.delete", { broadcast });
  goToPage("broadcasts");
}
