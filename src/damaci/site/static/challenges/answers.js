/** The answers to a challenge. */

import { notify } from "../banner.js";
import { make } from "../dom.js";
import { codeOf, explainBriefly } from "../explain.js";
import { t } from "../i18n.js";
import { goToPage } from "../places.js";
import { request } from "../transport/request.js";

/** Why a challenge is declined, as the other player sees it: damaci.online.challenging.Reason. */
function reasons() {
  return {
    no: t("No, thank you."),
    later: t("Not now. Please ask me later."),
    "other-clock": t("I would like another clock."),
    rated: t("I would like a rated game."),
    "not-rated": t("I would like a game that is not rated."),
    "other-rules": t("I would like other rules."),
  };
}

/**
 * @param {string} code
 * @returns {string}
 */
export function reasonText(code) {
  const known = /** @type {Record<string, string>} */ (reasons());
  return known[code] ?? known.no;
}

/**
 * A button that accepts, and a choice of reasons that declines.
 * @param {{id: string, name: string}} challenge
 * @param {() => void} [declined]
 * @returns {HTMLElement[]}
 */
export function answersTo({ id, name }, declined = () => {}) {
  const play = make("button", { type: "button", class: "primary", "aria-label": `${t("Play")}: ${name}` }, t("Play"));
  play.addEventListener("click", () => attempt(() => accept(id)));
  const no = make("select", { autocomplete: "off", "aria-label": t("Decline the challenge of {name}", { name }) });
  no.append(make("option", { value: "" }, t("Decline…")));
  for (const [code, text] of Object.entries(reasons())) no.append(make("option", { value: code }, text));
  no.addEventListener("change", () =>
    attempt(async () => {
      await request("challenges.decline", { challenge: id, reason: no.value });
      declined();
    }),
  );
  return [play, no];
}

/** @param {string} id */
async function accept(id) {
  await request("games.join", { game: id });
  goToPage("game", { game: id });
}

/** @param {() => Promise<unknown>} act */
export async function attempt(act) {
  try {
    await act();
  } catch (error) {
    notify(explainBriefly(codeOf(error)));
  }
}
