/** The game page of the server of many players, and of a guest nearby: brings its parts together. */

import "../shell.js";
import "../board/element.js";
import { find, make } from "../dom.js";
import { startActions } from "../game/actions.js";
import { startBanner } from "../game/banner.js";
import { BoardView } from "../game/boardview.js";
import { startCard } from "../game/card.js";
import { startClocks, tellClocks } from "../game/clock.js";
import { Connection } from "../game/connection.js";
import { Game } from "../game/game.js";
import { startHelp } from "../game/help.js";
import { startKeys } from "../game/keys.js";
import { startMoveList } from "../game/movelist.js";
import { startPlayers } from "../game/players.js";
import { startPosition } from "../game/position.js";
import { startSettings } from "../game/settings.js";
import { startSounds } from "../game/sounds.js";
import { startTour } from "../game/tour.js";
import { startTyped, typedButtons } from "../game/typed.js";
import { page } from "../page.js";
import { afterwards, startFollowing } from "./after.js";
import { startSaying } from "./say.js";
import { startThere } from "./there.js";

/** @type {Connection} */
const connection = new Connection(page.game, () => game.version);
/** @type {Game} */
const game = new Game(connection, false);
const board = new BoardView(/** @type {import("../board/element.js").DamaBoard} */ (find("dama-board")), game);
const bottom = () => board.bottom;
const showPlayers = startPlayers(game, bottom);
const settings = startSettings();
const tour = startTour();
const help = startHelp(game, tour);
const newGame = () => location.assign("/");

startBanner(connection);
startCard(game, {
  newGame,
  tour,
  download,
  rematch: () => game.ask("offer-rematch"),
  afterwards: () => afterwards(game),
});
startMoveList(game);
startActions(game);
startClocks(game, bottom);
startPosition(game, bottom);
startSounds(game);
startTyped(game, typedButtons());
startSaying(game);
startThere(game);
startFollowing(game);

/** @param {() => number} ply */
const goTo = (ply) => () => game.known && game.goTo(ply());

/** A link to a file, and not the file's address: what the server cannot give then leaves the page where it is. */
function download() {
  make("a", { href: `${page.api ?? "/api"}/games/${page.game}/pdn`, download: "" }).click();
}

function flip() {
  board.flip();
  showPlayers();
}

startKeys({
  f: flip,
  ...(page.guest ? {} : { n: newGame }),
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
