/** The dialog that stores an analysis or a problem as a chapter of a study. */

import { find, make, write } from "../dom.js";
import { unreadable } from "../files.js";
import { once } from "../forms.js";
import { t } from "../i18n.js";
import { goToPage } from "../places.js";
import { request } from "../transport/request.js";

/** @typedef {{id: string, title: string}} Listed */

/**
 * Asks for the study, and stores the chapter there.
 * @param {() => object} source returns the source of the chapter when it is stored
 * @param {string} title the proposed title
 */
export async function askWhere(source, title) {
  const dialog = /** @type {HTMLDialogElement} */ (find("#keep-dialog"));
  const form = /** @type {HTMLFormElement} */ (find("#keep-form"));
  const choice = /** @type {HTMLSelectElement} */ (find("#keep-study"));
  const name = /** @type {HTMLInputElement} */ (find("#keep-title"));
  const chapter = /** @type {HTMLInputElement} */ (find("#keep-chapter"));
  const showName = () => {
    /** @type {HTMLElement} */ (name.parentElement).hidden = choice.value !== "";
    name.required = choice.value === "";
  };
  write(find("#not-kept"), "");
  chapter.value = title;
  choice.onchange = showName;
  const keepThere = async () =>
    goToPage("study.chapter", await keep(choice.value, name.value, { ...source(), title: chapter.value }));
  form.onsubmit = once(keepThere, (error) => write(find("#not-kept"), unreadable(error)));
  await listStudies(choice);
  name.value ||= t("My study");
  showName();
  dialog.showModal();
}

/** @param {HTMLSelectElement} choice */
async function listStudies(choice) {
  /** @type {Listed[]} */
  const studies = await request("studies.list").catch(() => []);
  const options = studies.map(({ id, title }) => make("option", { value: id }, title));
  choice.replaceChildren(choice.options[0], ...options);
  choice.value = studies[0]?.id ?? "";
}

/**
 * @param {string} study empty for a new one
 * @param {string} title of a new study
 * @param {object} source
 * @returns {Promise<{study: string, chapter: string}>} where it is stored
 */
async function keep(study, title, source) {
  if (!study) {
    const { id } = await request("studies.create", { title, source });
    const { chapter } = await request("studies.show", { study: id, chapter: "" });
    return { study: id, chapter };
  }
  const { chapters } = await request("studies.add", { study, ...source });
  return { study, chapter: chapters.at(-1).id };
}
