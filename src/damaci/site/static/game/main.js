/** The game page: brings its parts together. */

import "../shell.js";
import "../board/element.js";
import { find } from "../dom.js";
import { bringIn, takeTexts } from "../files.js";
import { page } from "../page.js";
import { startActions } from "./actions.js";
import { startBanner } from "./banner.js";
import { BoardView } from "./boardview.js";
import { startCard } from "./card.js";
import { startClocks, tellClocks } from "./clock.js";
import { Connection } from "./connection.js";
import { Game } from "./game.js";
import { startHelp } from "./help.js";
import { startKeys } from "./keys.js";
import { startMoveList } from "./movelist.js";
import { newGameWish, rematch, startNewGame } from "./newgame.js";
import { startPlayers } from "./players.js";
import { startPosition } from "./position.js";
import { startSettings } from "./settings.js";
import { startSounds } from "./sounds.js";
import { startTour } from "./tour.js";
import { startTyped, typedButtons } from "./typed.js";
import { startDevices } from "../devices/dialog.js";
import { startPartner } from "../devices/partner.js";
import { afterwards, startFollowing } from "../online/after.js";
import { startSaying } from "../online/say.js";

/** @type {Connection} */
const connection = new Connection(page.game, () => game.version);
/** @type {Game} */
const game = new Game(connection, page.resume ?? false);
const board = new BoardView(/** @type {import("../board/element.js").DamaBoard} */ (find("dama-board")), game);
const newGame = startNewGame(game);
const settings = startSettings();
const bottom = () => board.bottom;
const showPlayers = startPlayers(game, bottom);
const tour = startTour();
const help = startHelp(game, tour);

startBanner(connection);
startCard(game, {
  newGame,
  tour,
  rematch: () => rematch(game),
  analyse: () => location.assign(`/analysis?game=${page.game}`),
  review: () => location.assign(`/analysis?game=${page.game}&review=1`),
  afterwards: page.linked ? () => afterwards(game) : undefined,
});
startMoveList(game);
startActions(game);
startClocks(game, bottom);
startPosition(game, bottom);
startSounds(game);
startTyped(game, typedButtons());
takeTexts((text) => bringIn(text, game.known ? game.record.settings.ruleset : undefined));

const devices = startDevices(newGameWish);
find("#open-devices").addEventListener("click", () => {
  /** @type {HTMLDialogElement} */ (find("#new-game-dialog")).close();
  devices();
});
if (page.linked) {
  startPartner(game);
  startSaying(game);
  startFollowing(game);
}

/** @param {() => number} ply */
const goTo = (ply) => () => game.known && game.goTo(ply());

function flip() {
  board.flip();
  showPlayers();
}

startKeys({
  f: flip,
  h: () => find("#hint").click(),
  n: newGame,
  t: () => tellClocks(game),
  "?": help,
  arrowleft: goTo(() => game.ply - 1),
  arrowright: goTo(() => game.ply + 1),
  arrowup: goTo(() => 0),
  arrowdown: goTo(() => game.moves.length),
});

find("#flip").addEventListener("click", flip);
find("#new-game").addEventListener("click", newGame);
find("#settings").addEventListener("click", settings);
find("#help").addEventListener("click", help);

connection.open();
