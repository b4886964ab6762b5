/** The television: a game that is the same for everybody, and after it the next one on the same page. */

import "../shell.js";
import "../board/define.js";
import { find, write } from "../dom.js";
import { startBanner } from "../banner.js";
import { BoardView } from "../game/boardview.js";
import { startClocks, tellClocks } from "../game/clock.js";
import { Connection } from "../game/connection.js";
import { Game } from "../game/game.js";
import { startKeys } from "../game/keys.js";
import { startMoveList } from "../game/movelist.js";
import { knowPeople } from "../game/people.js";
import { startPlayers } from "../game/players.js";
import { startHearing } from "../game/say.js";
import { colorName, resultText, turnText } from "../game/sentences.js";
import { reasonText } from "../game/ends.js";
import { startSounds } from "../game/sounds.js";
import { startThere } from "../game/there.js";
import { startViews, toggleBlindfold, toggleZen } from "../game/views.js";
import { t } from "../i18n.js";
import { personName } from "../names.js";
import { pageAddress } from "../places.js";
import { followProgramme } from "./programme.js";

/** @typedef {import("./programme.js").Programme} Programme */

const board = /** @type {import("../board/element.js").DamaBoard} */ (find("dama-board"));

/** @type {Game | null} the game that is shown, or was shown last */
let game = null;

/** @type {Programme} */
let programme = {};

/** @type {string} the game whose players have been announced */
let announced = "";

startViews();
followProgramme((told) => {
  programme = told;
  if (told.game) goTo(told.game);
  showCard();
});

/** @param {string} id */
function goTo(id) {
  const link = /** @type {HTMLAnchorElement} */ (find("#to-game"));
  link.href = pageAddress("game", { game: id });
  link.hidden = false;
  if (!game) game = begin(id);
  else if (game.connection.game !== id) game.connection.follow(id);
  else game.dispatchEvent(new Event("change"));
}

/**
 * Starts the parts of the page with its first game.
 * @param {string} id
 */
function begin(id) {
  const connection = new Connection(id, () => made.version);
  /** @type {Game} */
  const made = new Game(connection, false);
  const view = new BoardView(board, made);
  const bottom = () => view.bottom;
  made.addEventListener("change", () => connection.isTold && knowPlayers());
  const showPlayers = startPlayers(made, bottom);
  const flip = () => {
    view.flip();
    showPlayers();
  };
  startBanner(connection);
  startHearing(made);
  startMoveList(made);
  startClocks(made, bottom);
  startSounds(made);
  startThere(made);
  startKeys({ ...keys(made), f: flip });
  find("#flip").addEventListener("click", flip);
  find("#flip").removeAttribute("aria-disabled");
  made.addEventListener("change", showCard);
  return made;
}

/** To be called only when the state of the game has come: until then the page has the previous one. */
function knowPlayers() {
  knowPeople({ rated: programme.rated ?? false, counted: false, players: programme.players ?? {} });
}

/**
 * @param {Game} shown
 * @returns {Record<string, () => void>}
 */
function keys(shown) {
  /** @param {() => number} ply */
  const step = (ply) => () => shown.known && shown.goTo(ply());
  return {
    b: toggleBlindfold,
    t: () => tellClocks(shown),
    z: toggleZen,
    arrowleft: step(() => shown.ply - 1),
    arrowright: step(() => shown.ply + 1),
    arrowup: step(() => 0),
    arrowdown: step(() => shown.moves.length),
  };
}

function showCard() {
  const [tone, headline, detail] = cardText();
  find("#card").dataset.tone = tone;
  write(find("#headline"), headline);
  write(find("#detail"), detail);
  announceGame();
}

/** @returns {[tone: string, headline: string, detail: string]} */
function cardText() {
  if (!programme.game) return ["calm", t("Nothing is on just now."), t("The next game appears here by itself.")];
  if (!game?.known) return ["calm", "", ""];
  if (game.over) return ["end", resultText(game), reasonText(game.now)];
  return ["calm", turnText(game), programme.rated ? t("Rated") : ""];
}

/** Announces the players, once the state of a new game has come. */
function announceGame() {
  if (!game?.known || game.connection.game !== programme.game || game.connection.game === announced) return;
  if (!game.connection.isTold) return;
  announced = game.connection.game;
  const [white, black] = /** @type {const} */ (["white", "black"]).map(nameOf);
  const names = t("{white} – {black}", { white, black });
  document.title = `${names} · Damacı`;
  write(find("#announcement"), t("On now: {names}", { names }));
}

/** @param {import("../game/wire.js").Color} color */
function nameOf(color) {
  return personName(game?.record.seats[color].name) || colorName(color);
}
