/** The arbiter's dialog about helpers: the code that admits them, the list of helpers, and dismissing them. */

import { attribute, find, make, write } from "../dom.js";
import { unreadable } from "../files.js";
import { t } from "../i18n.js";
import { addressOf, request } from "../transport/request.js";

/**
 * @typedef {{ id: string, name: string, connected: boolean }} Helper
 * @typedef {{ shared: boolean, address: string, code: string, helpers: Helper[] }} Shared
 */

/** Milliseconds between two requests for the list of helpers. */
const PAUSE = 2000;

/** The tournament. */
let tournament = "";

/** @type {number | undefined} */
let pulse;

/**
 * Opens the dialog.
 * @param {string} id of the tournament
 */
export async function open(id) {
  const dialog = /** @type {HTMLDialogElement} */ (find("#helpers-dialog"));
  if (!tournament) listen(dialog);
  tournament = id;
  await ask("helpers.show");
  dialog.showModal();
  pulse = setInterval(() => ask("helpers.show"), PAUSE);
}

/** @param {HTMLDialogElement} dialog */
function listen(dialog) {
  dialog.addEventListener("close", () => clearInterval(pulse));
  const deeds = { invite: "helpers.invite", again: "helpers.invite", close: "helpers.close", end: "helpers.end" };
  for (const [name, deed] of Object.entries(deeds)) find(`#helpers-${name}`).addEventListener("click", () => ask(deed));
  find("#helpers-list").addEventListener("click", (event) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("button"));
    if (button) ask("helpers.remove", { helper: button.dataset.helper });
  });
}

/**
 * Sends a request, and shows the state after it.
 * @param {string} name of the request
 * @param {object} [data]
 */
async function ask(name, data = {}) {
  try {
    show(await request(name, { tournament, ...data }));
    write(find("#helpers-error"), "");
  } catch (error) {
    write(find("#helpers-error"), unreadable(error));
  }
}

/** @param {Shared} shared */
function show({ shared, address, code, helpers }) {
  const dialog = find("#helpers-dialog");
  find("#helpers-code").hidden = !code;
  find("#helpers-invite").hidden = code !== "";
  find("#helpers-again").hidden = !code;
  find("#helpers-close").hidden = !code;
  find("#helpers-there").hidden = !shared;
  find("#helpers-none").hidden = helpers.length > 0;
  if (code) {
    attribute(find(".qr", dialog), "src", `${addressOf("helpers.qr", { tournament })}?${code}`);
    write(find(".browser-address", dialog), `http://${address}/`);
    write(find(".code", dialog), code);
  }
  showHelpers(helpers);
}

/** @param {Helper[]} helpers */
function showHelpers(helpers) {
  const list = find("#helpers-list");
  const shown = JSON.stringify(helpers);
  if (list.dataset.shown === shown) return;
  list.dataset.shown = shown;
  const focus = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.helper;
  list.replaceChildren(...helpers.map(item));
  if (focus) /** @type {HTMLElement | null} */ (list.querySelector(`[data-helper="${focus}"]`))?.focus();
}

/** @param {Helper} helper */
function item({ id, name, connected }) {
  const state = connected ? t("connected") : t("not connected");
  const dismiss = make("button", { type: "button", "data-helper": id }, t("Dismiss"));
  dismiss.setAttribute("aria-label", `${t("Dismiss")}: ${name}`);
  const who = make("span", {}, make("bdi", {}, name), " ", make("small", {}, state));
  return make("li", { class: "row", "data-connected": String(connected) }, who, dismiss);
}
