/** The chapters beside the board: a list to choose from, and the dialogs to add, name, order and delete them. */

import { notify } from "../banner.js";
import { attribute, find, write } from "../dom.js";
import { codeOf, explainBriefly } from "../explain.js";
import { unreadable } from "../files.js";
import { once } from "../forms.js";
import { t } from "../i18n.js";
import { pageAddress } from "../places.js";
import { addressOf } from "../transport/request.js";

/**
 * @typedef {import("./study.js").Study} Study
 * @typedef {import("./study.js").Chapter} Chapter
 * @typedef {import("../analysis/tree.js").Tree} Tree
 */

/**
 * @param {Study} study
 * @param {Tree} tree
 * @param {(chapter: string) => Promise<void>} open puts a chapter on the board
 */
export function startChapters(study, tree, open) {
  study.addEventListener("change", () => showChapters(study, open));
  showChapters(study, open);
  startAdding(study, tree, open);
  startAbout(study);
}

/**
 * @param {Study} study
 * @param {(chapter: string) => Promise<void>} open
 */
function showChapters(study, open) {
  const list = find("#chapters");
  const focused = list.contains(document.activeElement) && document.activeElement?.getAttribute("data-of");
  write(find("#study-title"), study.outline.title);
  showWays(study);
  list.replaceChildren(...study.outline.chapters.map((chapter) => item(study, chapter, open)));
  if (focused) /** @type {HTMLElement | null} */ (list.querySelector(`[data-of="${focused}"]`))?.focus();
}

/**
 * Sets the links to the chapter on the board, where the app has them.
 * @param {Study} study
 */
function showWays({ id, chapter }) {
  const away = /** @type {HTMLAnchorElement | null} */ (document.querySelector("#analyse-chapter"));
  const link = /** @type {HTMLInputElement | null} */ (document.querySelector("#study-link"));
  if (away) away.href = pageAddress("analysis.chapter", { study: id, chapter });
  if (link) link.value = new URL(pageAddress("study.chapter", { study: id, chapter }), location.href).href;
}

/**
 * @param {Study} study
 * @param {Chapter} chapter
 * @param {(chapter: string) => Promise<void>} open
 */
function item(study, chapter, open) {
  const template = /** @type {HTMLTemplateElement} */ (find("#chapter-item"));
  const made = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
  const link = /** @type {HTMLAnchorElement} */ (find("a", made));
  link.href = pageAddress("study.chapter", { study: study.id, chapter: chapter.id });
  link.dataset.of = chapter.id;
  link.textContent = chapter.title;
  attribute(link, "aria-current", chapter.id === study.chapter ? "true" : null);
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(chapter.id);
  });
  const label = t("Change: {title}", { title: chapter.title });
  const button = find("button", made);
  button.ariaLabel = button.title = label;
  button.addEventListener("click", () => change(study, chapter.id, open));
  return made;
}

/**
 * The dialog that names, orders and deletes a chapter.
 * @param {Study} study
 * @param {string} id
 * @param {(chapter: string) => Promise<void>} open
 */
function change(study, id, open) {
  const dialog = /** @type {HTMLDialogElement} */ (find("#chapter-dialog"));
  const form = /** @type {HTMLFormElement} */ (find("#chapter-form"));
  const title = /** @type {HTMLInputElement} */ (form.elements.namedItem("title"));
  const place = () => study.outline.chapters.findIndex((chapter) => chapter.id === id);
  title.value = study.outline.chapters[place()]?.title ?? "";
  const failed = (/** @type {unknown} */ error) => write(find("#not-changed"), explainBriefly(codeOf(error)));
  const show = () => {
    write(find("#not-changed"), "");
    attribute(find("#earlier"), "aria-disabled", `${place() <= 0}`);
    attribute(find("#later"), "aria-disabled", `${place() >= study.outline.chapters.length - 1}`);
    attribute(find("#remove-chapter"), "aria-disabled", `${study.outline.chapters.length === 1}`);
  };
  const move = async (/** @type {number} */ by) => {
    const wanted = place() + by;
    if (wanted < 0 || wanted >= study.outline.chapters.length) return;
    await study.do({ type: "move", chapter: id, place: wanted }).then(show, failed);
    write(find("#placed"), t("Now chapter {n}", { n: place() + 1 }));
  };
  find("#earlier").onclick = () => move(-1);
  find("#later").onclick = () => move(1);
  find("#remove-chapter").onclick = () => study.outline.chapters.length > 1 && askToRemove(study, id, dialog, open);
  form.onsubmit = (event) => {
    event.preventDefault();
    study.do({ type: "rename-chapter", chapter: id, title: title.value }).then(() => dialog.close(), failed);
  };
  show();
  dialog.showModal();
}

/**
 * @param {Study} study
 * @param {string} chapter
 * @param {HTMLDialogElement} parent closed when the chapter is gone
 * @param {(chapter: string) => Promise<void>} open
 */
function askToRemove(study, chapter, parent, open) {
  const dialog = /** @type {HTMLDialogElement} */ (find("#remove-dialog"));
  dialog.returnValue = "";
  dialog.onclose = async () => {
    if (dialog.returnValue !== "yes") return;
    parent.close();
    try {
      await study.do({ type: "remove", chapter });
    } catch (error) {
      return notify(explainBriefly(codeOf(error)));
    }
    if (!study.current) await open("");
  };
  dialog.showModal();
}

/**
 * @param {Study} study
 * @param {Tree} tree
 * @param {(chapter: string) => Promise<void>} open
 */
function startAdding(study, tree, open) {
  const dialog = /** @type {HTMLDialogElement} */ (find("#new-chapter-dialog"));
  const form = /** @type {HTMLFormElement} */ (find("#new-chapter-form"));
  const showFields = () => {
    const from = String(new FormData(form).get("from"));
    for (const label of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-for]")))
      label.hidden = !label.dataset.for?.split(" ").includes(from);
  };
  const add = async () => {
    const chapter = await study.add(wished(new FormData(form), tree));
    dialog.close();
    await open(chapter);
  };
  form.addEventListener("change", showFields);
  find("#new-chapter").addEventListener("click", () => {
    form.reset();
    /** @type {HTMLSelectElement} */ (form.elements.namedItem("ruleset")).value = tree.ruleset;
    write(find("#not-added"), "");
    showFields();
    form.onsubmit = once(add, (error) => write(find("#not-added"), unreadable(error)));
    dialog.showModal();
  });
}

/**
 * The entries of the form, as the app expects them.
 * @param {FormData} values
 * @param {Tree} tree
 */
function wished(values, tree) {
  const text = (/** @type {string} */ name) => String(values.get(name) ?? "");
  const source = { title: text("title"), ruleset: text("ruleset") };
  if (text("from") === "text") return { ...source, text: text("text") };
  if (text("from") === "here") return { ...source, ruleset: tree.ruleset, text: tree.current.fen };
  return source;
}

/** @param {Study} study */
function startAbout(study) {
  const dialog = /** @type {HTMLDialogElement} */ (find("#study-dialog"));
  const form = /** @type {HTMLFormElement} */ (find("#study-form"));
  const title = /** @type {HTMLInputElement} */ (form.elements.namedItem("title"));
  const download = /** @type {HTMLAnchorElement} */ (find("#download-study"));
  download.href = addressOf("studies.pdn", { study: study.id });
  find("#about-study").addEventListener("click", () => {
    title.value = study.outline.title;
    write(find("#not-renamed"), "");
    dialog.showModal();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await study.do({ type: "rename", title: title.value });
      dialog.close();
    } catch (error) {
      write(find("#not-renamed"), explainBriefly(codeOf(error)));
    }
  });
}
