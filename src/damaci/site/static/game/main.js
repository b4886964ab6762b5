/** The entry point of the game page: creates and connects its parts. */

import "../shell.js";
import { notify, startBanner } from "../banner.js";
import "../board/define.js";
import { find } from "../dom.js";
import { importGames, takeTexts } from "../files.js";
import { once } from "../forms.js";
import { t } from "../i18n.js";
import { page } from "../page.js";
import { goToPage } from "../places.js";
import { startActions } from "./actions.js";
import { startFollowing } from "./after.js";
import { BoardView } from "./boardview.js";
import { startCapabilities } from "./capabilities.js";
import { startCard } from "./card.js";
import { startClocks, tellClocks } from "./clock.js";
import { Connection } from "./connection.js";
import { startFocus } from "./focus.js";
import { Game } from "./game.js";
import { startHelp } from "./help.js";
import { startKeys } from "./keys.js";
import { startMoveList } from "./movelist.js";
import { playAgain, startNewGame } from "./newgame.js";
import { startPeople } from "./people.js";
import { startPlayers } from "./players.js";
import { download, startPosition } from "./position.js";
import { startSaying } from "./say.js";
import { startSounds } from "./sounds.js";
import { startThere } from "./there.js";
import { startTyped, typedButtons } from "./typed.js";
import { startViews, toggleBlindfold, toggleZen } from "./views.js";
import { offers } from "../transport/request.js";

/** @type {Connection} */
const connection = new Connection(page.game, () => game.version);
/** @type {Game} */
const game = new Game(connection, page.resume ?? false);
const board = new BoardView(/** @type {import("../board/element.js").DamaBoard} */ (find("dama-board")), game);
const newGame = startNewGame(game);
const bottom = () => board.bottom;
const showPlayers = startPlayers(game, bottom);
const help = startHelp(game, tour);

startCapabilities(game);
startFocus(game);
startBanner(connection);
startPeople(game, () => game.dispatchEvent(new Event("change")));
startCard(game, {
  newGame,
  tour,
  playAgain: once(
    () => playAgain(game),
    () => notify(t("The game could not be started. Please try again.")),
  ),
  analyse: () => goToPage("analysis.game", { game: page.game }),
  review: () => goToPage("analysis.review", { game: page.game }),
  download: () => download(page.game),
});
startMoveList(game);
startActions(game);
startClocks(game, bottom);
startPosition(game, bottom);
startSounds(game);
game.addEventListener("change", startTyped(game, typedButtons()));
startSaying(game);
startThere(game);
startFollowing(game);
startViews();
startForSome("leave", () => import("../devices/partner.js").then(({ followPartner }) => followPartner(game)));
startForSome("report", () => import("./reporting.js").then(({ startReporting }) => startReporting(game)));
startDaily();
takeTexts((file) => importGames(file, game.known ? game.record.settings.ruleset : undefined));

/** @param {() => number} ply */
const goTo = (ply) => () => game.known && game.goTo(ply());

/**
 * Starts a part that few games need, once it is known that this one does. If it fails, the game can still be played.
 * @param {import("./wire.js").Capability} capability
 * @param {() => Promise<void>} start
 */
function startForSome(capability, start) {
  game.addEventListener("begin", () => game.may(capability) && start().catch(() => {}));
}

/** Starts what games by the day have: the link to the next one, holidays, conditional moves. */
function startDaily() {
  if (!offers("turns.read")) return;
  game.addEventListener("begin", async () => {
    if (!game.record.settings.days) return;
    const { followDaily } = await import("../daily/turns.js").catch(() => ({ followDaily: () => {} }));
    followDaily(game);
    const { startAway } = await import("../daily/away.js").catch(() => ({ startAway: () => {} }));
    startAway(game);
    if (document.querySelector("#conditional-dialog")) {
      const { startConditional } = await import("../daily/conditional.js");
      startConditional(game);
    }
  });
}

/** @type {(() => void) | undefined} */
let openTour;

/** Opens the tour; its script is loaded only then. */
async function tour() {
  try {
    openTour ??= (await import("./tour.js")).startTour();
  } catch {
    return notify(t("That did not work. Please try again."));
  }
  openTour();
}

function flip() {
  board.flip();
  showPlayers();
}

startKeys({
  b: toggleBlindfold,
  f: flip,
  h: () => find("#hint").click(),
  n: newGame,
  t: () => tellClocks(game),
  z: toggleZen,
  "?": help,
  arrowleft: goTo(() => game.ply - 1),
  arrowright: goTo(() => game.ply + 1),
  arrowup: goTo(() => 0),
  arrowdown: goTo(() => game.moves.length),
});

find("#flip").addEventListener("click", flip);
find("#new-game").addEventListener("click", newGame);
find("#help").addEventListener("click", help);
