/** The account page: name, account, programs, data. */

import "../shell.js";
import { inform, notify } from "../banner.js";
import { find, write } from "../dom.js";
import { codeOf, explainBriefly } from "../explain.js";
import { t } from "../i18n.js";
import { request } from "../transport/request.js";
import { startMail } from "./mail.js";
import { endNotices, startNotices } from "./notices.js";
import { showWords } from "./words.js";

onSubmit("#rename", (fields) => request("player.rename", fields));
onSubmit("#sign-up", async (fields) => showWords((await request("account.create", fields)).recovery));
onSubmit("#forgotten", async (fields) => showWords((await request("recovery.create", fields)).recovery));
onSubmit("#recovery", async (fields) => showWords((await request("account.recovery", fields)).recovery));
onSubmit("#sign-in", (fields) => request("session.create", fields));
onClick("#sign-out", signOut);
onClick("#sign-out-everywhere", () => request("sessions.delete"));
onSubmit("#passphrase", changePassphrase, false);
onSubmit("#privacy", changePrivacy, false);
onSubmit("#holiday", beginHoliday);
onClick("#end-holiday", () => request("holiday.end"));
onSubmit("#token", makeToken, false);

onSubmit("#mail-address", (fields) => request("mail.write", fields));
onClick("#forget-mail", () => request("mail.forget"));

startNotices();
startMail();

onEach("revoke", (token) => request("tokens.revoke", { token }));
onEach("list", (account) => request("bots.list", { account }));
onEach("unlist", (account) => request("bots.unlist", { account }));

find("#forget").addEventListener("click", () => {
  const dialog = /** @type {HTMLDialogElement} */ (find("#forget-dialog"));
  dialog.returnValue = "";
  const form = /** @type {HTMLFormElement} */ (dialog.querySelector("form"));
  dialog.onclose = () => {
    const shown = Object.fromEntries(new FormData(form));
    form.reset();
    if (dialog.returnValue === "yes") attempt(() => request("data.delete", shown), true);
  };
  dialog.showModal();
});

/** @param {object} fields */
async function makeToken(fields) {
  const { secret } = await request("tokens.create", fields);
  find("#secret").hidden = false;
  write(find("#secret"), secret);
  /** @type {HTMLFormElement} */ (find("#token")).reset();
}

/** The next player who signs in here gets no notices about this one's games. */
async function signOut() {
  await endNotices();
  await request("session.delete");
}

/**
 * Changes the passphrase, and says so, because the page does not change.
 * @param {object} wish
 */
async function changePassphrase(wish) {
  await request("account.passphrase", wish);
  if ("tokens" in wish) for (const button of document.querySelectorAll("[data-revoke]")) button.closest("li")?.remove();
  /** @type {HTMLFormElement} */ (find("#passphrase")).reset();
  inform(t("Your passphrase has been changed, and all your other browsers are signed out."));
}

/** @param {{last?: string}} wish the last day; by default all days that are left */
async function beginHoliday({ last }) {
  await request("holiday.begin", last ? { last } : {});
}

/** @param {object} wish */
async function changePrivacy(wish) {
  await request("privacy.write", wish);
  inform(t("Saved."));
}

/**
 * Handles a form that not every visitor has.
 * @param {string} selector
 * @param {(fields: object) => Promise<unknown>} act
 * @param {boolean} [changed] whether the page then has to be loaded again
 */
function onSubmit(selector, act, changed = true) {
  const form = document.querySelector(selector);
  if (!(form instanceof HTMLFormElement)) return;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(() => act(Object.fromEntries(new FormData(form))), changed);
  });
}

/**
 * Handles a button that not every visitor has.
 * @param {string} selector
 * @param {() => Promise<unknown>} act
 */
function onClick(selector, act) {
  document.querySelector(selector)?.addEventListener("click", () => attempt(act, true));
}

/**
 * Handles the buttons of a list.
 * @param {string} name of the data attribute that says which one it is
 * @param {(value: string) => Promise<unknown>} act
 */
function onEach(name, act) {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`[data-${name}]`))) {
    button.addEventListener("click", () => attempt(() => act(button.dataset[name] ?? ""), true));
  }
}

/**
 * @param {() => Promise<unknown>} act
 * @param {boolean} [changed] whether the page then has to be loaded again
 */
async function attempt(act, changed = false) {
  try {
    await act();
    if (changed) location.reload();
  } catch (error) {
    notify(explainBriefly(codeOf(error)));
  }
}
