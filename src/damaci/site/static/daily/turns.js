/** Games in which it is the visitor's turn: their number in the header, and the next one after a move. */

import { find, make } from "../dom.js";
import { t, tn } from "../i18n.js";
import { page } from "../page.js";
import { goToPage, pageAddress } from "../places.js";
import { DAILY, device } from "../storage.js";
import { request } from "../transport/request.js";

/**
 * @typedef {{id: string, opponent: string, due: number | null, days: number}} Waiting
 * @typedef {{games: number, waiting: Waiting[]}} Queue
 */

/** Makes every page of this browser request them from now on. */
function rememberDaily() {
  device.keep(DAILY, "yes");
}

/** Requests the games, and shows them. */
export async function showTurns() {
  /** @type {Queue} */
  const queue = await request("turns.read");
  if (queue.games) rememberDaily();
  else device.forget(DAILY);
  const others = queue.waiting.filter(({ id }) => id !== page.game);
  showCount(queue.waiting.length);
  return others;
}

/** @param {number} count */
function showCount(count) {
  document.querySelector("#turns-waiting")?.remove();
  if (!count) return;
  const label = tn("Your turn in {n} game", "Your turn in {n} games", count);
  const link = make(
    "a",
    { class: "icon", id: "turns-waiting", href: `${pageAddress("games")}#turns`, "aria-label": label, title: label },
    make("b", {}, `${count}`),
  );
  find("#settings").before(link);
}

/**
 * In a game by the day: counts again after each move, and while it is not the visitor's turn, shows a link to the next
 * waiting game.
 * @param {import("../game/game.js").Game} game already known
 */
export function followDaily(game) {
  let before = "";
  const look = async () => {
    if (!game.me) return;
    const mine = !game.over && game.now.turn === game.me;
    const state = `${mine} ${game.now.ply}`;
    if (state === before) return;
    before = state;
    rememberDaily();
    const [next] = await showTurns().catch(() => []);
    if (state === before) showNext(mine ? undefined : next);
  };
  game.addEventListener("change", look);
  look();
}

/** @param {Waiting | undefined} next */
function showNext(next) {
  document.querySelector("#next-game")?.remove();
  if (!next) return;
  const button = make("button", { type: "button", class: "primary", id: "next-game" }, t("Next game"));
  button.addEventListener("click", () => goToPage("game", { game: next.id }));
  find("#answers").after(button);
}
