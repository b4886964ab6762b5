/** The page with the server's tournaments: announces a new one. */

import "../shell.js";
import { find } from "../dom.js";
import { unreadable } from "../files.js";
import { once } from "../forms.js";
import { goToPage } from "../places.js";
import { request } from "../transport/request.js";
import { chosenOrder } from "./order.js";

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("#announce"));

/** Minutes from now at which a tournament starts if nothing else is chosen. */
const SOON = 15;

if (form) startForm(form);

/** @param {HTMLFormElement} form */
function startForm(form) {
  const system = field(form, "system");
  system.addEventListener("change", () => showFields(form, system.value));
  showFields(form, system.value);
  field(form, "starts").value = local(new Date(Date.now() + SOON * 60_000));
  form.addEventListener(
    "submit",
    once(() => announce(form), refused),
  );
}

/** @param {HTMLFormElement} form */
async function announce(form) {
  const { id } = await request("tournaments.announce", wish(form));
  goToPage("tournament", { tournament: id });
}

/** @param {unknown} error */
function refused(error) {
  find("#refused").textContent = unreadable(error);
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
function field(form, name) {
  return /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
}

/**
 * A time in the form of a field for the local time.
 * @param {Date} moment
 */
function local(moment) {
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/**
 * Shows the fields that the chosen system has.
 * @param {HTMLFormElement} form
 * @param {string} system
 */
function showFields(form, system) {
  for (const label of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-for]")))
    label.hidden = label.dataset.for !== system;
}

/**
 * The entries of the form, as the app expects them.
 * @param {HTMLFormElement} form
 */
function wish(form) {
  const values = new FormData(form);
  const text = (/** @type {string} */ name) => String(values.get(name) ?? "");
  const names = [
    "rounds",
    "cycles",
    "lasts",
    "pause",
    "minutes",
    "increment",
    "minutes_late",
    "forfeits_out",
    "half_byes",
  ];
  return {
    name: text("name"),
    system: text("system"),
    ruleset: text("ruleset"),
    starts: new Date(text("starts")).getTime() / 1000,
    rated: values.has("rated"),
    tiebreaks: chosenOrder(form),
    ...Object.fromEntries(names.map((name) => [name, Number(values.get(name))])),
  };
}
