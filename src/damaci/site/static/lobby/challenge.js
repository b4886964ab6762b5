/** The page of a challenge: its maker waits here; the other player accepts or declines. */

import { answersTo, attempt, reasonText } from "../challenges/answers.js";
import { find, write } from "../dom.js";
import { t } from "../i18n.js";
import { page } from "../page.js";
import { goToPage } from "../places.js";
import { subscribe } from "../transport/channel.js";
import { request } from "../transport/request.js";
import "../shell.js";

const channel = subscribe("lobby");
let known = false;

channel.addEventListener("open", () => {
  if (known) location.reload(); // It may have been answered meanwhile.
  known = true;
});
document.addEventListener("challenges", (event) => {
  const { incoming = [], outgoing = [], begun = [] } = /** @type {CustomEvent} */ (event).detail;
  const isThis = (/** @type {{id: string}} */ { id }) => id === page.game;
  const told = [...incoming, ...outgoing].find(isThis);
  if (begun.some(isThis)) location.reload();
  else if (!told) write(find("#state"), t("This challenge does not stand any more."));
  else if (told.declined) showDeclined(told.declined);
});

if (page.mine) {
  if (page.declined) showDeclined(page.declined);
  find("#cancel").addEventListener("click", () =>
    attempt(async () => {
      await request("challenges.withdraw", { challenge: page.game });
      goToPage("home");
    }),
  );
} else {
  const name = `${find("#answers").dataset.name}`;
  find("#answers").append(...answersTo({ id: page.game, name }, () => goToPage("home")));
}

/** @param {string} reason */
function showDeclined(reason) {
  write(find("#state"), reasonText(reason));
}
