/** The button that reports the opponent, on a server with an operator. */

import { report } from "../report.js";
import { opposite } from "./sides.js";

/** @param {import("./game.js").Game} game one whose players may be reported */
export function startReporting(game) {
  const button = document.querySelector("#report");
  if (!(button instanceof HTMLElement)) return;
  button.addEventListener("click", () => report("games.report", { game: game.connection.game }));
  button.hidden = game.me === null || game.record.seats[opposite(game.me)].kind !== "person";
}
