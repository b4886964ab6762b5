/** The page with all tournaments: opens a new one. */

import "../shell.js";
import { find } from "../dom.js";
import { unreadable } from "../files.js";
import { once } from "../forms.js";
import { goToPage } from "../places.js";
import { request } from "../transport/request.js";
import { chosenOrder } from "./order.js";
import { textOf } from "../texts.js";

const form = /** @type {HTMLFormElement} */ (find("#create"));
const system = /** @type {HTMLSelectElement} */ (form.elements.namedItem("system"));

system.addEventListener("change", showFields);
showFields();

form.addEventListener("submit", once(create, refused));

async function create() {
  const { id } = await request("tournaments.create", await wish());
  goToPage("tournament", { tournament: id });
}

/** @param {unknown} error */
function refused(error) {
  find("#refused").textContent = unreadable(error);
}

/** Shows the fields that the chosen system has. */
function showFields() {
  for (const label of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-for]")))
    label.hidden = label.dataset.for !== system.value;
}

/** The entries of the form, as the app expects them. */
async function wish() {
  const values = new FormData(form);
  const text = (/** @type {string} */ name) => String(values.get(name) ?? "");
  const number = (/** @type {string} */ name) => Number(values.get(name));
  const [win, draw, loss] = text("points").split(" ").map(Number);
  const file = /** @type {HTMLInputElement} */ (find("#report")).files?.[0];
  return {
    name: text("name"),
    system: text("system"),
    rounds: number("rounds"),
    cycles: number("cycles"),
    ruleset: text("ruleset"),
    minutes: number("minutes"),
    increment: number("increment"),
    tiebreaks: chosenOrder(form),
    points: { win, draw, loss, pairing_bye: win },
    initial: text("initial"),
    minutes_late: number("minutes_late"),
    forfeits_out: number("forfeits_out"),
    half_byes: number("half_byes"),
    ballots: values.has("ballots"),
    report: file ? await textOf(file) : "",
  };
}
