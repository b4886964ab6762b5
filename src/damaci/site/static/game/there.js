/** Presence: whether the players are connected, the number of spectators, and claims when the opponent has left. */

import { notify } from "../banner.js";
import { find, make } from "../dom.js";
import { t, tn } from "../i18n.js";
import { opposite } from "./sides.js";
import { request } from "../transport/request.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./wire.js").There} There
 */

/** @param {Game} game */
export function startThere(game) {
  const place = find("#watching");
  /** @type {There | null} */
  let there = null;
  /** @type {number | undefined} */
  let timer;
  const show = () => there && game.known && showThere(place, game, there);
  const receive = (/** @type {There} */ message) => {
    there = message;
    show();
  };
  game.connection.addEventListener("message", (event) => {
    const message = /** @type {CustomEvent<import("./wire.js").ServerMessage>} */ (event).detail;
    if (message.type !== "there") return;
    receive(message);
    clearTimeout(timer);
    if (message.claim) timer = setTimeout(() => receive({ ...message, claim: 0 }), message.claim * 1000);
  });
  game.addEventListener("change", show);
}

/**
 * @param {HTMLElement} place
 * @param {Game} game
 * @param {There} there
 */
function showThere(place, game, { players, watching, claim }) {
  const { me } = game;
  const away =
    me !== null && !game.over && game.record.seats[opposite(me)].kind === "person" && !players.includes(opposite(me));
  const left = away ? leftText(game, opposite(me)) : "";
  const count = watching > 0 ? tn("{n} watching", "{n} watching", watching) : "";
  const text = `${left} ${count}`.trim();
  const claims = away && claim === 0;
  if (place.dataset.shown === `${text}${claims}`) return;
  place.dataset.shown = `${text}${claims}`;
  place.replaceChildren(...(left ? [left, " "] : []), ...(count ? [make("span", {}, count)] : []));
  if (claims) place.append(" ", ...claimButtons(game));
}

/**
 * The text while the opponent has no page with the game open. In a game by the day this is normal, and on holiday
 * another line says until when.
 * @param {Game} game
 * @param {import("./wire.js").Color} opponent
 */
function leftText(game, opponent) {
  if (game.awayUntil(opponent)) return "";
  return game.record.settings.days ? t("Your opponent is not here now.") : t("Your opponent has left.");
}

/** @param {Game} game */
function claimButtons(game) {
  const claim = async (/** @type {"win" | "draw"} */ what) => {
    await request("games.claim", { game: game.connection.game, claim: what }).catch(() =>
      notify(t("That cannot be done now.")),
    );
  };
  const buttons = /** @type {const} */ ([
    ["win", t("Claim the win")],
    ["draw", t("Call it a draw")],
  ]);
  return buttons.map(([what, label]) => {
    const button = make("button", { type: "button" }, label);
    button.addEventListener("click", () => claim(what));
    return button;
  });
}
