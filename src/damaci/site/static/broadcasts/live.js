/** All boards of a round, live. */

import "../shell.js";
import "../board/define.js";
import { find } from "../dom.js";
import { showBoard } from "../live/board.js";
import { page } from "../page.js";
import { report } from "../report.js";
import { subscribe } from "../transport/channel.js";

/** @typedef {import("../live/board.js").Board & {open: boolean}} WatchedBoard a board; `open`: moves can be entered */

/** @type {Map<string, WatchedBoard>} the boards of this round by their games */
const known = new Map((page.broadcast?.boards ?? []).map((each) => [each.game, each]));

for (const each of known.values()) show(each, false);
if (page.broadcast) subscribe("broadcast", { broadcast: page.broadcast.id }).addEventListener("message", take);
document.querySelector("#report")?.addEventListener("click", () => {
  report("broadcasts.report", { broadcast: page.broadcast?.id });
});

/** @param {Event} event */
function take(event) {
  const { type, boards, games } = /** @type {CustomEvent<{type: string, boards: WatchedBoard[], games: string[]}>} */ (
    event
  ).detail;
  if (type !== "boards") return;
  if (games.join() !== page.broadcast?.games?.join()) return location.reload();
  for (const each of boards) if (known.has(each.game)) show(each, true);
}

/**
 * @param {WatchedBoard} shown
 * @param {boolean} moving whether a new move is animated
 */
function show(shown, moving) {
  const before = known.get(shown.game);
  const forward = moving && before && shown.plies === before.plies + 1;
  known.set(shown.game, shown);
  const unfinished = shown.plies > 0 && !shown.open;
  const state = unfinished ? find(".small-boards").dataset.unfinished : "";
  showBoard(find(`[data-game="${CSS.escape(shown.game)}"]`), shown, Boolean(forward), state);
}
