/** The buttons of the game: take back, draw, resign, and the hint. */

import { attribute, find, write } from "../dom.js";
import { t } from "../i18n.js";
import { opposite } from "./sides.js";

/** @typedef {import("./game.js").Game} Game */

/** @param {Game} game */
export function startActions(game) {
  const takeBack = button("#take-back", () => askTakeback(game));
  const draw = button("#offer-draw", () => game.ask("offer-draw"));
  const resign = button("#resign", () => confirmResign(game));
  const hint = button("#hint", () => game.askHint());
  game.addEventListener("change", () => {
    if (!game.known) return;
    const { now, speaker } = game;
    const open = speaker !== null && !game.over && game.connection.state === "open";
    attribute(takeBack, "aria-disabled", `${!open || !(now.can_take_back ?? []).includes(taker(game))}`);
    attribute(draw, "aria-disabled", `${!open || now.draw_offer === speaker}`);
    attribute(resign, "aria-disabled", `${!open}`);
    attribute(hint, "aria-disabled", `${!game.may("hint") || !game.mayMove || game.bound !== null}`);
    write(find(".label", draw), now.draw_offer === speaker && speaker ? t("Draw offered") : t("Offer draw"));
  });
}

/**
 * A disabled button keeps its place in the tab order, so that its name can be read.
 * @param {string} selector
 * @param {() => void} act
 */
function button(selector, act) {
  const element = find(selector);
  element.addEventListener("click", () => element.getAttribute("aria-disabled") === "false" && act());
  return element;
}

/**
 * The side that takes a move back; on a shared device, the side that moved last.
 * @param {Game} game
 */
function taker(game) {
  return game.shared ? opposite(game.turn) : (game.me ?? "white");
}

/** @param {Game} game */
function askTakeback(game) {
  const by = taker(game);
  const last = game.turn === by ? game.plies - 1 : game.plies;
  game.ask("offer-takeback", { color: by, ply: last });
  // Two players on a shared device have agreed before the button is pressed.
  if (game.shared) game.ask("offer-takeback", { color: opposite(by) });
}

/** @param {Game} game */
function confirmResign(game) {
  const dialog = /** @type {HTMLDialogElement} */ (find("#resign-dialog"));
  dialog.returnValue = "";
  dialog.onclose = () => dialog.returnValue === "resign" && game.ask("resign");
  dialog.showModal();
}
