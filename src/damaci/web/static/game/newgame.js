/** New games: the dialog that asks how, and the rematch. */

import { send } from "../api.js";
import { find } from "../dom.js";
import { opposite } from "./wire.js";

/**
 * @typedef {import("./game.js").Game} Game
 *
 * @typedef {object} NewGame
 * @property {string} ruleset
 * @property {"white" | "black" | "random"} color
 * @property {string} level
 * @property {"engine" | "person"} opponent
 * @property {{base: number, increment: number} | null} clock
 * @property {{announcements?: boolean, last_three_kings?: boolean}} options
 */

/** What players may agree on, whatever the ruleset: damaci.rules.options. */
const OPTIONS = /** @type {const} */ (["announcements", "last_three_kings"]);

/** @param {Game} game */
export function startNewGame(game) {
  const dialog = /** @type {HTMLDialogElement} */ (find("#new-game-dialog"));
  const form = /** @type {HTMLFormElement} */ (find("form.fields", dialog));
  form.addEventListener("change", () => showFitting(form));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await begin(form, read(form));
  });
  return () => {
    if (game.known) fill(form, current(game));
    showFitting(form);
    find("#new-game-error").hidden = true;
    dialog.showModal();
  };
}

/**
 * The same game once more, with sides swapped.
 * @param {Game} game
 */
export async function rematch(game) {
  const last = current(game);
  const color = game.me ? opposite(game.me) : last.color;
  await open({ ...last, color });
}

/**
 * @param {Game} game
 * @returns {NewGame}
 */
function current({ record, me }) {
  const { seats, settings } = record;
  const engine = [seats.white, seats.black].find(({ kind }) => kind === "engine");
  return {
    ruleset: settings.ruleset ?? "turkish",
    color: me ?? "white",
    level: engine?.level ?? "",
    opponent: engine ? "engine" : "person",
    clock: settings.clock ?? null,
    options: settings.options ?? {},
  };
}

/**
 * @param {HTMLFormElement} form
 * @param {NewGame} settings
 */
function fill(form, { options, clock, ...choices }) {
  for (const name of OPTIONS) option(form, name).checked = options[name] ?? false;
  const time = clock ? `${clock.base}+${clock.increment}` : "";
  for (const [name, plain] of Object.entries({ ...choices, clock: time })) {
    const value = CSS.escape(plain);
    const input = form.querySelector(`[name=${name}][value="${value}"]`);
    if (input instanceof HTMLInputElement) input.checked = true;
    const option = form.querySelector(`select[name=${name}] option[value="${value}"]`);
    if (option instanceof HTMLOptionElement) option.selected = true;
  }
}

/**
 * @param {HTMLFormElement} form
 * @returns {NewGame}
 */
function read(form) {
  const entries = Object.fromEntries(new FormData(form));
  const { ruleset = "turkish", color = "white", level = "", opponent = "engine" } = /** @type {Partial<NewGame>} */ (entries);
  const options = Object.fromEntries(OPTIONS.map((name) => [name, option(form, name).checked]));
  return { ruleset, color, level, opponent, clock: parseClock(`${entries.clock}`), options };
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
function option(form, name) {
  return /** @type {HTMLInputElement} */ (find(`[name=${name}]`, form));
}

/** @param {string} text seconds as `300+5`, empty for no clock */
function parseClock(text) {
  const [base, increment] = text.split("+").map(Number);
  return text ? { base, increment } : null;
}

/**
 * Level and colour are asked only for a game against the computer.
 * @param {HTMLFormElement} form
 */
function showFitting(form) {
  const engine = new FormData(form).get("opponent") === "engine";
  for (const part of form.querySelectorAll("[data-for=engine]")) {
    /** @type {HTMLFieldSetElement} */ (part).hidden = !engine;
    /** @type {HTMLFieldSetElement} */ (part).disabled = !engine;
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {NewGame} settings
 */
async function begin(form, settings) {
  const button = /** @type {HTMLButtonElement} */ (find("[type=submit]", form));
  button.disabled = true;
  try {
    await open(settings);
  } catch {
    find("#new-game-error").hidden = false;
  }
  button.disabled = false;
}

/** @param {NewGame} settings */
async function open(settings) {
  const { id } = await send("POST", "/api/games", settings);
  location.assign(`/game/${encodeURIComponent(id)}`);
}
