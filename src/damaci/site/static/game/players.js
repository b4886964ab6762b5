/** The two player bars: name, captured pieces, turn. */

import { attribute, find, make, write } from "../dom.js";
import { t, tn } from "../i18n.js";
import { personName } from "../names.js";
import { page } from "../page.js";
import { levelTitle } from "./levels.js";
import { addressOfPerson, isComputer, ratingText } from "./people.js";
import { colorName } from "./sentences.js";
import { opposite } from "./sides.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./wire.js").Color} Color
 */

/**
 * @param {Game} game
 * @param {() => Color} bottom the side at the bottom of the board
 */
export function startPlayers(game, bottom) {
  const show = () => {
    if (!game.known) return;
    showPlayer(find("#player-bottom"), game, bottom());
    showPlayer(find("#player-top"), game, opposite(bottom()));
  };
  game.addEventListener("change", show);
  return show;
}

/**
 * @param {HTMLElement} bar
 * @param {Game} game
 * @param {Color} color
 */
function showPlayer(bar, game, color) {
  const [name, about] = describe(game, color);
  bar.dataset.color = color;
  attribute(bar, "data-turn", game.turn === color && !game.over ? "" : null);
  showName(find(".name", bar), name, addressOfPerson(color));
  attribute(find(".name", bar), "title", name);
  write(find(".about", bar), [about, ratingText(color)].filter(Boolean).join(" · "));
  showTaken(find(".taken", bar), game, color);
}

/**
 * A name, which leads to the player's page if there is one.
 * @param {HTMLElement} place
 * @param {string} name
 * @param {string} address
 */
function showName(place, name, address) {
  if (!address) return write(place, name);
  const link = place.querySelector("a") ?? make("a", { href: address });
  if (!link.parentNode) place.replaceChildren(link);
  if (link.getAttribute("href") !== address) link.setAttribute("href", address);
  write(link, name);
}

/**
 * @param {Game} game
 * @param {Color} color
 * @returns {[string, string]}
 */
function describe(game, color) {
  const { kind, name: own = "", level = "" } = game.record.seats[color];
  const name = page.names?.[color] ?? own;
  const title = levelTitle(level, page);
  if (kind === "engine" && !page.names?.[color]) {
    const about = [own && t("Computer"), colorName(color), title];
    return [own || t("Computer"), about.filter(Boolean).join(" · ")];
  }
  const person = personName(name);
  if (game.me === color) return [person || t("You"), colorName(color)];
  if (isComputer(color)) return [person, [t("Computer"), colorName(color)].join(" · ")];
  return person ? [person, colorName(color)] : [colorName(color), game.shared ? t("on this device") : t("opponent")];
}

/**
 * @param {HTMLElement} place
 * @param {Game} game
 * @param {Color} color
 */
function showTaken(place, game, color) {
  const moves = game.moves.slice(0, game.ply).filter((move) => move.color === color);
  const count = moves.reduce((sum, { captured = [] }) => sum + captured.length, 0);
  if (place.dataset.count === `${count}`) return;
  place.dataset.count = `${count}`;
  const discs = [...Array(count)].map(() => make("i", { class: `chip ${opposite(color)}`, "aria-hidden": "true" }));
  const words = make("span", { class: "visually-hidden" }, tn("{n} piece taken", "{n} pieces taken", count));
  place.replaceChildren(...discs, ...(count > 0 ? [make("b", { "aria-hidden": "true" }, `${count}`), words] : []));
}
