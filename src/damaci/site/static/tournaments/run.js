/** The page of a tournament that the server runs: joining, leaving, and going to one's game. */

import "./main.js";
import { find } from "../dom.js";
import { page } from "../page.js";
import { report } from "../report.js";
import { request } from "../transport/request.js";
import { forgetCalls, goToGame, rememberCalls } from "./calling.js";
import { doAndShow } from "./steps.js";
import { subscribe } from "../transport/channel.js";

const tournament = page.tournament?.id ?? "";

if (page.tournament?.part?.joined) rememberCalls();
document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (target.closest("#join")) doAndShow(join);
  else if (target.closest("#leave")) doAndShow(() => request("tournaments.leave", { tournament }));
  else if (target.closest("#hold")) doAndShow(() => hold(/** @type {Element} */ (target.closest("#hold"))));
  else if (target.closest("#report")) report("tournaments.complain", { tournament });
  else byes(target);
});

async function join() {
  await request("tournaments.join", { tournament });
  rememberCalls();
  channel.restart();
}

/**
 * Asks for a bye, or takes the request back.
 * @param {Element} target
 */
function byes(target) {
  const asked = /** @type {HTMLElement | null} */ (target.closest("[data-own-bye]"));
  const back = /** @type {HTMLElement | null} */ (target.closest("[data-play]"));
  if (target.closest("#ask-bye")) /** @type {HTMLDialogElement} */ (find("#bye")).showModal();
  else if (asked) askForBye(asked.dataset.ownBye ?? "");
  else if (back) doAndShow(() => request("tournaments.play", { tournament, round: Number(back.dataset.play) }));
}

/** @param {string} mark */
function askForBye(mark) {
  const field = /** @type {HTMLInputElement} */ (find('#bye [name="round"]'));
  if (!field.reportValidity()) return;
  field.closest("dialog")?.close();
  doAndShow(() => request("tournaments.bye", { tournament, round: Number(field.value), mark }));
}

/** @param {Element} button */
function hold(button) {
  return request("tournaments.hold", { tournament, held: button.getAttribute("aria-pressed") !== "true" });
}

const channel = subscribe("tournament", { tournament });
channel.addEventListener("state", () => {
  document.dispatchEvent(new CustomEvent(channel.state === "open" ? "reached" : "unreached"));
});
channel.addEventListener("message", (event) => {
  const news = /** @type {CustomEvent} */ (event).detail;
  if (news.type === "call") goToGame(news.game, 0);
  else if (news.type === "free") forgetCalls();
  else if (news.type === "changed" || news.type === "renamed")
    document.dispatchEvent(new CustomEvent("changed", { detail: { version: news.version } }));
});
