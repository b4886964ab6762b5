/** The dialog of preferences. Each change takes effect at once. */

import { find, write } from "../dom.js";
import { prefer, preferences, preferLanguage } from "../preferences.js";

/** @typedef {import("../preferences.js").Preferences} Preferences */

export function startSettings() {
  const dialog = /** @type {HTMLDialogElement} */ (find("#settings-dialog"));
  const inputs = /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (
    dialog.querySelectorAll("input[name], select[name]")
  );
  for (const input of inputs) input.addEventListener("change", () => change(input));
  find("#set-speech")
    .closest("div")
    ?.toggleAttribute("hidden", !("speechSynthesis" in window));
  find("#settings").addEventListener("click", () => {
    for (const input of inputs) show(input, preferences[/** @type {keyof Preferences} */ (input.name)]);
    complain("");
    dialog.showModal();
  });
}

/** @param {HTMLInputElement | HTMLSelectElement} input */
async function change(input) {
  complain("");
  if (input.name !== "language") await prefer({ [input.name]: read(input) }, complain);
  else if (await preferLanguage(input.value, complain)) location.reload();
  else show(input, preferences.language);
}

/**
 * Shows an error in the dialog.
 * @param {string} what empty for none
 */
export function complain(what) {
  const line = find("#settings-error");
  line.hidden = !what;
  write(line, what);
}

/** @param {HTMLInputElement | HTMLSelectElement} input */
function read(input) {
  if (input.type === "range") return Number(input.value);
  return input.type === "checkbox" ? /** @type {HTMLInputElement} */ (input).checked : input.value;
}

/**
 * @param {HTMLInputElement | HTMLSelectElement} input
 * @param {string | number | boolean} value
 */
function show(input, value) {
  if (input.type === "checkbox") /** @type {HTMLInputElement} */ (input).checked = value === true;
  else if (input.type === "radio") /** @type {HTMLInputElement} */ (input).checked = input.value === value;
  else input.value = `${value}`;
}
