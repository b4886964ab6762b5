/** The settings of a game besides ruleset and clock, in the fields of a form: endings and options. */

import { find } from "../dom.js";
import { page } from "../page.js";

/**
 * @typedef {import("./wire.js").Options} Options
 * @typedef {import("./wire.js").Endings} Endings
 */

/** Options that players may choose in every ruleset: damaci.rules.options, damaci.rules.endings. */
const OPTIONS = /** @type {const} */ (["touch_move", "announcements", "last_three_kings"]);
const ENDINGS = /** @type {const} */ (["one_each", "kings_only_moves", "repetitions", "no_progress_moves"]);
const NO_ENDINGS = { one_each: "never", kings_only_moves: 0, repetitions: 0, no_progress_moves: 0 };

/**
 * Fills in the default settings of a ruleset.
 * @param {HTMLFormElement} form
 * @param {string} ruleset
 */
export function usual(form, ruleset) {
  const { endings = null, options = {} } = page.rulesets?.find(({ name }) => name === ruleset) ?? {};
  agree(form, endings, options);
}

/**
 * @param {HTMLFormElement} form
 * @param {Partial<Endings> | null} endings
 * @param {Options} options
 */
export function agree(form, endings, options) {
  for (const name of OPTIONS) input(form, name).checked = options[name] ?? false;
  for (const [name, value] of Object.entries({ ...NO_ENDINGS, ...endings })) choose(form, name, `${value}`);
}

/**
 * Chooses a radio button or an option, if there is one with that value.
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {string} plain
 */
export function choose(form, name, plain) {
  const value = CSS.escape(plain);
  const radio = form.querySelector(`[type=radio][name=${name}][value="${value}"]`);
  if (radio instanceof HTMLInputElement) radio.checked = true;
  const option = form.querySelector(`select[name=${name}] option[value="${value}"]`);
  if (option instanceof HTMLOptionElement) option.selected = true;
}

/**
 * The settings in the form.
 * @param {HTMLFormElement} form
 * @returns {{endings: Partial<Endings>, options: Options}}
 */
export function readAgreement(form) {
  const entries = Object.fromEntries(new FormData(form));
  const options = Object.fromEntries(OPTIONS.map((name) => [name, input(form, name).checked]));
  const endings = Object.fromEntries(
    ENDINGS.map((name) => [name, name === "one_each" ? entries[name] : Number(entries[name])]),
  );
  return { endings, options };
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export function input(form, name) {
  return /** @type {HTMLInputElement} */ (find(`[name=${name}]`, form));
}
