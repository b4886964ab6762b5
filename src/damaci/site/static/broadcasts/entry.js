/** The page on which the moves of a board are entered, for both sides. */

import "../shell.js";
import { notify, startBanner } from "../banner.js";
import "../board/define.js";
import { attribute, find, write } from "../dom.js";
import { codeOf, explainBriefly } from "../explain.js";
import { BoardView } from "../game/boardview.js";
import { Connection } from "../game/connection.js";
import { Game } from "../game/game.js";
import { startMoveList } from "../game/movelist.js";
import { startPlayers } from "../game/players.js";
import { refusalText, resultText, turnText } from "../game/sentences.js";
import { reasonText } from "../game/ends.js";
import { opposite } from "../game/sides.js";
import { startThere } from "../game/there.js";
import { startViews } from "../game/views.js";
import { page } from "../page.js";
import { goToPage } from "../places.js";
import { request } from "../transport/request.js";
import { Outbox } from "./outbox.js";

const kept = new Outbox(page.game);
const connection = new Connection(page.game, () => game.version, kept);
/** @type {Game} */
const game = new Game(connection, false);
const board = new BoardView(/** @type {import("../board/element.js").DamaBoard} */ (find("dama-board")), game);

startViews();
startBanner(connection);
startMoveList(game);
startThere(game);
const showPlayers = startPlayers(game, () => board.bottom);
find("#flip").addEventListener("click", () => {
  board.flip();
  showPlayers();
});
game.addEventListener("change", show);
connection.addEventListener("state", show);
connection.addEventListener("message", leaveWithoutLink);
button("#take-back", takeBack);
button("#conclude", () => ask("#result-dialog", conclude));
button("#correct", () => ask("#correct-question", correct));

function show() {
  if (!game.known) return;
  const open = connection.state === "open";
  showCard();
  attribute(find("#take-back"), "aria-disabled", `${!open || game.over || game.now.ply === 0}`);
  attribute(find("#conclude"), "aria-disabled", `${!open || game.over}`);
  find("#conclude").hidden = game.over;
  find("#correct").hidden = !game.over;
}

function showCard() {
  const [tone, headline, detail] = cardText();
  find("#card").dataset.tone = tone;
  write(find("#headline"), headline);
  write(find("#detail"), detail);
}

/** @returns {[tone: string, headline: string, detail: string]} */
function cardText() {
  if (kept.moves > 0 && connection.state !== "open")
    return ["warning", turnText(game), find("#detail").dataset.unsent ?? ""];
  if (game.refusal) return ["warning", ...refusalText(game.refusal)];
  if (game.over) return ["end", resultText(game), reasonText(game.now)];
  return ["calm", turnText(game), ""];
}

/** Takes the last move back for both sides, which have agreed before it is entered. */
function takeBack() {
  const { ply, turn } = game.now;
  // Both name the move: if they are sent again after it was taken back, they have no effect.
  game.ask("offer-takeback", { color: opposite(turn), ply });
  game.ask("offer-takeback", { color: turn, ply });
}

/** @param {string} value result and reason */
async function conclude(value) {
  const [result, reason] = value.split(" ");
  await request("broadcasts.conclude", { game: page.game, result, reason });
}

async function correct() {
  const corrected = await request("broadcasts.correct", { game: page.game });
  goToPage("broadcast.entry", corrected);
}

/** @param {Event} event */
function leaveWithoutLink(event) {
  const message = /** @type {CustomEvent<import("../game/wire.js").ServerMessage>} */ (event).detail;
  const spectator = message.type === "snapshot" && message.you.length === 0;
  const refused = message.type === "refused" && message.code === "not-your-seat";
  if (spectator || refused) goToPage("broadcast.link");
}

/**
 * @param {string} selector
 * @param {() => void} deed
 */
function button(selector, deed) {
  const element = find(selector);
  element.addEventListener("click", () => element.getAttribute("aria-disabled") !== "true" && deed());
}

/**
 * @param {string} selector of a dialog
 * @param {(value: string) => Promise<void>} deed called with the choice
 */
function ask(selector, deed) {
  const dialog = /** @type {HTMLDialogElement} */ (find(selector));
  dialog.returnValue = "";
  dialog.onclose = async () => {
    try {
      if (dialog.returnValue) await deed(dialog.returnValue);
    } catch (error) {
      notify(explainBriefly(codeOf(error)));
    }
  };
  dialog.showModal();
}
