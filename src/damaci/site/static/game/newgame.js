/** New games: their dialog, and playing the same game again. */

import { find } from "../dom.js";
import { once } from "../forms.js";
import { goToPage, pageAddress } from "../places.js";
import { agree, choose, input, readAgreement, usual } from "./agreement.js";
import { OWN, readClock } from "./clocktimes.js";
import { goToGame } from "./focus.js";
import { levelName } from "./levels.js";
import { opposite } from "./sides.js";
import { offers, request } from "../transport/request.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./wire.js").Options} Options
 * @typedef {import("./wire.js").Endings} Endings
 *
 * @typedef {object} NewGame
 * @property {string} ruleset
 * @property {"white" | "black" | "random"} color
 * @property {string} level
 * @property {boolean} resigns the computer resigns a lost game
 * @property {"engine" | "person"} opponent
 * @property {{base: number, increment: number} | null} clock
 * @property {Partial<Endings> | null} endings
 * @property {Options} options
 * @property {string} [fen] a position that was set up
 */

/** A level that the player sets: damaci.engine.levels.FREE. */
const FREE = /^free-(\d+)s(?:-d(\d+))?$/;

/**
 * Returns a function that begins a new game: by the dialog if this page creates games, otherwise in the lobby. Before
 * this game is loaded, it waits for that.
 * @param {Game} game
 */
export function startNewGame(game) {
  /** @type {(() => void) | undefined} */
  let open;
  let wanted = false;
  game.addEventListener("begin", () => {
    open = wayToANewGame(game);
    if (wanted) open();
  });
  return () => {
    wanted = true;
    open?.();
  };
}

/** @param {Game} game */
function wayToANewGame(game) {
  if (game.may("new-game")) return startDialog(game);
  return () => game.may("lobby") && goToPage("home");
}

/**
 * @param {Game} game
 */
function startDialog(game) {
  const dialog = /** @type {HTMLDialogElement} */ (find("#new-game-dialog"));
  const form = /** @type {HTMLFormElement} */ (find("form.fields", dialog));
  form.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLSelectElement && target.name === "ruleset") usual(form, target.value);
    showFitting(form);
  });
  form.addEventListener(
    "submit",
    once(
      () => begin(read(form)),
      () => showError(true),
    ),
  );
  startNearby(dialog);
  return () => {
    fill(form, current(game));
    showFitting(form);
    showError(false);
    dialog.showModal();
  };
}

/**
 * The button for other devices, if the app can reach them. Their dialog comes with the first click.
 * @param {HTMLDialogElement} dialog
 */
function startNearby(dialog) {
  const button = find("#open-devices", dialog);
  button.hidden = !offers("devices.offer");
  if (button.hidden) return;
  /** @type {(() => void) | undefined} */
  let open;
  button.addEventListener("click", async () => {
    dialog.close();
    open ??= (await import("../devices/dialog.js")).startDevices(newGameWish);
    open();
  });
}

/** The settings in the dialog, for a game of two persons. */
function newGameWish() {
  const form = /** @type {HTMLFormElement} */ (find("#new-game-dialog form.fields"));
  return { ...read(form), level: "easy", color: "white", opponent: "person" };
}

/**
 * Begins the same game again with sides swapped; from a position that was set up, to practise it, with the same sides.
 * @param {Game} game
 */
export async function playAgain(game) {
  const last = current(game);
  const { fen = "" } = game.record.settings;
  const color = game.me && !fen ? opposite(game.me) : last.color;
  await open({ ...last, color, fen });
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
    resigns: engine?.resigns ?? !engine,
    opponent: engine ? "engine" : "person",
    clock: settings.clock ?? null,
    endings: settings.endings ?? null,
    options: settings.options ?? {},
  };
}

/**
 * @param {HTMLFormElement} form
 * @param {NewGame} settings
 */
function fill(form, { options, endings, clock, level, resigns, ...choices }) {
  agree(form, endings, options);
  input(form, "resigns").checked = resigns;
  const [, seconds, depth = ""] = level.match(FREE) ?? [];
  if (seconds) {
    input(form, "seconds").value = seconds;
    input(form, "depth").value = depth;
  }
  const [plain = "", style = ""] = seconds ? ["free"] : level.split("-");
  choose(form, "level", plain);
  choose(form, "style", style);
  for (const [name, value] of Object.entries(choices)) choose(form, name, value);
  fillClock(form, clock);
}

/**
 * @param {HTMLFormElement} form
 * @param {import("./clocktimes.js").Clock | null} clock
 */
function fillClock(form, clock) {
  if (!clock) return choose(form, "clock", "");
  choose(form, "clock", OWN);
  input(form, "minutes").value = `${clock.base / 60}`;
  input(form, "increment").value = `${clock.increment}`;
  choose(form, "clock", `${clock.base}+${clock.increment}`);
}

/**
 * @param {HTMLFormElement} form
 * @returns {NewGame}
 */
function read(form) {
  const entries = Object.fromEntries(new FormData(form));
  const { ruleset = "turkish", color = "white", opponent = "engine" } = /** @type {Partial<NewGame>} */ (entries);
  const free = [`free-${entries.seconds}s`, entries.depth ? `-d${entries.depth}` : ""].join("");
  const level = entries.level === "free" ? free : levelName(entries);
  const resigns = input(form, "resigns").checked;
  return { ruleset, color, level, resigns, opponent, clock: readClock(entries), ...readAgreement(form) };
}

/**
 * Shows level and colour only for a game against the computer, and links the rule card of the chosen ruleset.
 * @param {HTMLFormElement} form
 */
function showFitting(form) {
  const chosen = new FormData(form);
  const engine = chosen.get("opponent") === "engine";
  /** @type {HTMLAnchorElement} */ (find("#new-rule-card", form)).href = pageAddress("rules", {
    ruleset: chosen.get("ruleset"),
  });
  offer(form, "engine", engine);
  offer(form, "own-clock", chosen.get("clock") === OWN);
  offer(form, "free", engine && chosen.get("level") === "free");
  offer(form, "style", engine && chosen.get("level") !== "free");
}

/**
 * @param {HTMLFormElement} form
 * @param {string} what the parts that are for this
 * @param {boolean} fitting
 */
function offer(form, what, fitting) {
  for (const part of form.querySelectorAll(`[data-for=${what}]`)) {
    /** @type {HTMLElement} */ (part).hidden = !fitting;
    if (part instanceof HTMLFieldSetElement) part.disabled = !fitting;
  }
}

/** @param {NewGame} settings */
async function begin(settings) {
  showError(false);
  await open(settings);
}

/** @param {boolean} failed */
function showError(failed) {
  find("#new-game-error").hidden = !failed;
}

/** @param {NewGame} settings */
async function open(settings) {
  const { id } = await request("games.create", settings);
  goToGame(id);
}
