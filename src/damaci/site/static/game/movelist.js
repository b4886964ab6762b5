/** The move list: announces new moves to screen readers, and goes to every earlier position. */

import { attribute, find, make, write } from "../dom.js";
import { joined, t, tn } from "../i18n.js";
import { colorName } from "./sentences.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./wire.js").RecordedMove} RecordedMove
 */

/** @param {Game} game */
export function startMoveList(game) {
  const list = find("#moves");
  list.addEventListener("click", ({ target }) => {
    const button = target instanceof Element && target.closest("button");
    if (button) game.goTo(Number(button.dataset.ply));
  });
  game.addEventListener("change", () => {
    if (!game.known) return;
    keep(list, game);
    mark(list, game.ply);
  });
  startSteps(game);
}

/**
 * Updates the list without changing existing entries, so that screen readers read only new moves.
 * @param {HTMLElement} list
 * @param {Game} game
 */
function keep(list, game) {
  const shown = buttons(list);
  const same = shown.findIndex((button, index) => button.dataset.text !== game.moves[index]?.text);
  for (const button of same < 0 ? [] : shown.slice(same)) remove(button);
  tellPromotion(buttons(list), game);
  for (const move of game.moves.slice(buttons(list).length)) add(list, move, game.record.first === "black");
  find("#no-moves").hidden = game.moves.length > 0;
}

/**
 * Adds a promotion to the last entry: only the host reports it, after the player's move is in the list.
 * @param {HTMLButtonElement[]} shown
 * @param {Game} game
 */
function tellPromotion(shown, { moves }) {
  const last = moves[shown.length - 1];
  const name = last?.promoted?.length ? moveName(last) : "";
  if (!name || shown[shown.length - 1].getAttribute("aria-label") === name) return;
  attribute(shown[shown.length - 1], "aria-label", name);
  write(find("#announcement"), name);
}

/**
 * @param {HTMLElement} list
 * @param {RecordedMove} move
 * @param {boolean} blackBegan
 */
function add(list, move, blackBegan) {
  const number = Math.ceil((move.ply + (blackBegan ? 1 : 0)) / 2);
  const fresh = move.color === "white" || !list.lastElementChild;
  const row = fresh
    ? list.appendChild(make("li", {}, make("span", { class: "number", "aria-hidden": "true" }, `${number}`)))
    : list.lastElementChild;
  const color = `${colorName(move.color)}: `;
  const button = make(
    "button",
    {
      type: "button",
      class: `move ${move.color}`,
      "aria-label": moveName(move),
      "data-text": move.text,
      "data-ply": `${move.ply}`,
    },
    make("span", { class: "visually-hidden" }, color),
    move.text,
  );
  row?.append(button);
}

/**
 * A move for screen readers, with the captured pieces, which its squares do not tell.
 * @param {RecordedMove} move
 */
function moveName({ color, text, captured = [], promoted = [] }) {
  const words = [`${colorName(color)}: ${text}`];
  if (captured.length > 0) words.push(tn("takes {n} piece", "takes {n} pieces", captured.length));
  if (promoted.length > 0) words.push(t("becomes a dama"));
  return joined(words);
}

/** @param {HTMLElement} button */
function remove(button) {
  const row = button.parentElement;
  button.remove();
  if (!row?.querySelector("button")) row?.remove();
}

/**
 * Marks the move of the displayed position, the only one in the tab order.
 * @param {HTMLElement} list
 * @param {number} ply
 */
function mark(list, ply) {
  for (const [index, button] of buttons(list).entries()) {
    const current = index + 1 === ply;
    attribute(button, "aria-current", current ? "true" : null);
    button.tabIndex = current || (ply === 0 && index === 0) ? 0 : -1;
    if (current) reveal(find("#record"), button);
  }
  if (ply === 0) find("#record").scrollTo(0, 0);
}

/**
 * Scrolls only the list; scrollIntoView would also scroll the page.
 * @param {HTMLElement} view
 * @param {HTMLElement} button
 */
function reveal(view, button) {
  const outer = view.getBoundingClientRect();
  const inner = button.getBoundingClientRect();
  const beyond = (/** @type {number} */ before, /** @type {number} */ behind) =>
    Math.min(0, before) || Math.max(0, behind);
  view.scrollBy(
    beyond(inner.left - outer.left - 40, inner.right - outer.right + 12),
    beyond(inner.top - outer.top - 6, inner.bottom - outer.bottom + 6),
  );
}

/** @param {HTMLElement} list */
function buttons(list) {
  return /** @type {HTMLButtonElement[]} */ ([...list.querySelectorAll("button")]);
}

/** @param {Game} game */
function startSteps(game) {
  /** @type {[string, () => number][]} */
  const steps = [
    ["#first", () => 0],
    ["#back", () => game.ply - 1],
    ["#forward", () => game.ply + 1],
    ["#live", () => game.moves.length],
  ];
  for (const [selector, ply] of steps) find(selector).addEventListener("click", () => game.known && game.goTo(ply()));
  game.addEventListener("change", () => {
    if (!game.known) return;
    for (const selector of ["#first", "#back"]) attribute(find(selector), "aria-disabled", `${game.ply === 0}`);
    for (const selector of ["#forward", "#live"]) attribute(find(selector), "aria-disabled", `${game.live}`);
    find("#live").classList.toggle("calling", !game.live);
  });
}
