/** The card beside the board: the most important message, and buttons to answer it. */

import { attribute, find, make, write, writeMoves } from "../dom.js";
import { t } from "../i18n.js";
import { changes, preferences } from "../preferences.js";
import { afterwards } from "./after.js";
import { squareInUse } from "./focus.js";
import { changeText } from "./people.js";
import { courtesyText, mustTake, noticeText, refusalText, resultText, turnText } from "./sentences.js";
import { reasonText } from "./ends.js";
import { opposite } from "./sides.js";

/**
 * @typedef {import("./game.js").Game} Game
 *
 * @typedef {object} Message
 * @property {"calm" | "turn" | "warning" | "end"} tone
 * @property {string} headline
 * @property {string} [detail]
 * @property {string} [said] by the opponent, out of courtesy
 * @property {boolean} [brief] whether the headline and the detail stand in the same lines where there is little room
 * @property {Answer[]} [answers] the first is the likely one
 *
 * @typedef {[string, (event: Event) => void]} Answer the label of the button, and its action
 */

/**
 * @typedef {object} Doors what the card's buttons can open
 * @property {() => void} newGame
 * @property {() => void} tour
 * @property {(event: Event) => void} playAgain
 * @property {() => void} analyse
 * @property {() => void} review
 * @property {() => void} download
 */

/**
 * @param {Game} game
 * @param {Doors} doors
 */
export function startCard(game, doors) {
  const card = find("#card");
  const repeated = startCounting();
  const show = () => {
    if (!game.known) return;
    const message = gameMessage(game, doors);
    card.dataset.tone = message.tone;
    attribute(card, "data-brief", message.brief ? "" : null);
    attribute(find("main"), "data-over", game.over ? "" : null);
    writeMoves(find("#headline"), repeated(game) ? `${message.headline}\u00a0` : message.headline);
    writeMoves(find("#detail"), message.detail ?? "");
    write(find("#said"), message.said ?? "");
    showAnswers(find("#answers"), message.answers ?? []);
    document.title = `${game.over ? resultText(game) : turnText(game)} · Damacı`;
  };
  game.addEventListener("change", show);
  changes.addEventListener("change", show);
}

/**
 * Returns a function that is true for every second of several equal refusals in a row; their text has to differ, or
 * screen readers skip it.
 * @returns {(game: Game) => boolean}
 */
function startCounting() {
  /** @type {import("./wire.js").Refused | null} */
  let last = null;
  let odd = false;
  return ({ refusal }) => {
    if (refusal !== last) odd = refusal !== null && refusal.code === last?.code && !odd;
    last = refusal;
    return odd;
  };
}

/**
 * @param {Game} game
 * @param {Doors} doors
 * @returns {Message}
 */
function gameMessage(game, doors) {
  const message = questionMessage(game, doors);
  if (game.refusal) return refusalMessage(game.refusal, message);
  return message ?? turnMessage(game, doors);
}

/**
 * The question that can be answered, even after a refusal.
 * @param {Game} game
 * @param {Doors} doors
 * @returns {Message | null}
 */
function questionMessage(game, doors) {
  if (!game.live) return pastMessage(game);
  if (game.over) return endMessage(game, doors);
  if (game.resuming) return resumeMessage(game, doors);
  return offerMessage(game);
}

/**
 * A refusal, with the buttons of the message it replaces and their question. After the end, the result stays above.
 * @param {import("./wire.js").Refused} refusal
 * @param {Message | null} message without it
 * @returns {Message}
 */
function refusalMessage(refusal, message) {
  const [headline, detail] = refusalText(refusal);
  if (message?.tone === "end") return { ...message, detail: joined(headline, detail) };
  const asked = message?.tone === "turn" ? message.headline : "";
  return { tone: "warning", headline, detail: joined(detail, asked), answers: message?.answers };
}

/**
 * @param {Game} game
 * @returns {Message}
 */
function pastMessage(game) {
  const headline =
    game.ply === 0 ? t("The start") : t("After move {n}", { n: Math.ceil((game.ply + offset(game)) / 2) });
  return { tone: "calm", headline, answers: [[t("Back to the game"), () => game.goTo(game.moves.length)]] };
}

/**
 * @param {Game} game
 * @param {Doors} doors
 * @returns {Message}
 */
function endMessage(game, doors) {
  const next = afterwards(game, doors);
  const record = /** @type {const} */ ([
    ["analyse", t("Analyse"), doors.analyse],
    ["review", t("Review"), doors.review],
    ["download", t("Download PDN"), doors.download],
  ]);
  const also = record.filter(([capability]) => game.may(capability)).map(([, label, act]) => answer(label, act));
  return {
    tone: "end",
    headline: resultText(game),
    detail: joined(reasonText(game.now), changeText(game)),
    ...next,
    answers: [...next.answers, ...also],
  };
}

/**
 * @param {string} label
 * @param {() => void} act
 * @returns {Answer}
 */
function answer(label, act) {
  return [label, act];
}

/**
 * @param {Game} game
 * @param {Doors} doors
 * @returns {Message}
 */
function resumeMessage(game, { newGame }) {
  const move = t("Move {n}.", { n: Math.floor((game.ply + offset(game)) / 2) + 1 });
  const detail = `${move} ${turnText(game)}`;
  const answers = /** @type {Message["answers"]} */ ([
    [t("Continue"), () => game.resume()],
    [t("New game"), newGame],
  ]);
  return { tone: "turn", headline: t("Your game goes on"), detail, answers };
}

/**
 * An offer that the speaker has to answer.
 * @param {Game} game
 * @returns {Message | null}
 */
function offerMessage(game) {
  const { now, record } = game;
  const offers = /** @type {const} */ ([
    [now.draw_offer, t("White offers a draw."), t("Black offers a draw."), "offer-draw", "decline-draw"],
    [
      now.takeback_offer,
      t("White asks to take a move back."),
      t("Black asks to take a move back."),
      "offer-takeback",
      "decline-takeback",
    ],
  ]);
  const offer = offers.find(([by]) => by && record.you.includes(opposite(by)));
  if (!offer?.[0]) return null;
  const [by, white, black, accept, decline] = offer;
  return {
    tone: "turn",
    headline: by === "white" ? white : black,
    detail: news(game),
    answers: [
      [t("Accept"), () => game.ask(accept, { color: opposite(by) })],
      [t("Decline"), () => game.ask(decline, { color: opposite(by) })],
    ],
  };
}

/**
 * @param {Game} game
 * @param {Doors} doors
 * @returns {Message}
 */
function turnMessage(game, { tour }) {
  const { must_count: count = 0, announcements = [] } = game.now;
  const { mayMove } = game;
  const touched = game.bound ? t("You have touched {square}: play that piece.", { square: game.bound }) : "";
  const must = mayMove && count > 0 ? mustTake(count) : "";
  if (game.hint)
    return {
      tone: "turn",
      headline: t("Play {move}.", { move: game.hint.text }),
      detail: t("The arrow on the board shows how."),
    };
  const first = mayMove && game.ply === 0 ? t("Choose a piece, then the square it goes to.") : "";
  return {
    tone: mayMove ? "turn" : "calm",
    headline: turnText(game),
    detail: joined(news(game), touched, must) || first,
    said: announcements.map(courtesyText).join(" "),
    answers: first && !preferences.toured ? [[t("A short tour"), tour]] : [],
  };
}

/**
 * What has just happened, other than a move.
 * @param {Game} game
 */
function news(game) {
  return game.notice ? noticeText(game, game.notice) : "";
}

/**
 * Joins the sentences that are not empty.
 * @param {string[]} sentences
 */
function joined(...sentences) {
  return sentences.filter(Boolean).join(" ");
}

/**
 * Plies missing in the first line of the move list.
 * @param {Game} game
 */
function offset(game) {
  return game.record.first === "black" ? 1 : 0;
}

/**
 * Replaces the buttons only when their labels change, so that the focus stays.
 * @param {HTMLElement} place
 * @param {Answer[]} answers
 */
function showAnswers(place, answers) {
  const shown = [...place.children].map((button) => button.textContent).join("|");
  if (shown !== answers.map(([label]) => label).join("|")) replaceAnswers(place, answers);
  for (const [index, [, answer]] of answers.entries()) {
    const button = /** @type {HTMLElement} */ (place.children[index]);
    button.onclick = answer;
  }
}

/**
 * Keeps the focus on the answers, or moves it to the board if there are none.
 * @param {HTMLElement} place
 * @param {Answer[]} answers
 */
function replaceAnswers(place, answers) {
  const focused = place.contains(document.activeElement);
  place.replaceChildren(
    ...answers.map(([label], index) => make("button", { class: index === 0 ? "primary" : "" }, label)),
  );
  if (focused) (place.querySelector("button") ?? squareInUse())?.focus();
}
