/** The page with all studies: creates and deletes studies, opens files as studies. */

import "../shell.js";
import { notify } from "../banner.js";
import { find } from "../dom.js";
import { codeOf, explainBriefly } from "../explain.js";
import { takeTexts, unreadable } from "../files.js";
import { once } from "../forms.js";
import { goToPage } from "../places.js";
import { request } from "../transport/request.js";
import { textOf } from "../texts.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("#create"));
const file = /** @type {HTMLInputElement} */ (document.querySelector("#file"));

if (form) startBeginning(); // Not every visitor may have studies.

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-delete]")))
  button.addEventListener("click", () => askToDelete(button.dataset.delete ?? ""));

function startBeginning() {
  form.addEventListener("submit", once(beginEmpty, refused));
  file.addEventListener("change", openChosen);
  openChosen(); // A file may have been chosen before this script ran.
  takeTexts(beginWith);
}

async function beginEmpty() {
  const values = new FormData(form);
  await begin({ title: values.get("title"), source: { ruleset: values.get("ruleset"), title: "1" } });
}

/** @param {unknown} error */
function refused(error) {
  find("#refused").textContent = unreadable(error);
}

async function openChosen() {
  if (file.files?.[0]) await beginWith(file.files[0]);
  file.value = "";
}

/**
 * Makes a study of a file. Its title is the one that was typed, else the file's title, or its name.
 * @param {Blob} chosen
 */
async function beginWith(chosen) {
  const values = new FormData(form);
  const text = await textOf(chosen);
  const written = String(values.get("title"));
  const named = /^\s*\[StudyName /m.test(text) ? "" : nameOf(chosen);
  await begin({ title: written || named, source: { text, ruleset: values.get("ruleset") } }).catch(refused);
}

/** @param {Blob} chosen */
function nameOf(chosen) {
  return chosen instanceof File ? chosen.name.replace(/\.\w+$/, "").slice(0, 100) : "PDN";
}

/** @param {object} wish */
async function begin(wish) {
  const { id } = await request("studies.create", wish);
  goToPage("study", { study: id });
}

/** @param {string} study */
function askToDelete(study) {
  const dialog = /** @type {HTMLDialogElement} */ (find("#delete-dialog"));
  dialog.returnValue = "";
  dialog.onclose = () => dialog.returnValue === "yes" && remove(study);
  dialog.showModal();
}

/** @param {string} study */
async function remove(study) {
  try {
    await request("studies.delete", { study });
    location.reload();
  } catch (error) {
    notify(explainBriefly(codeOf(error)));
  }
}
