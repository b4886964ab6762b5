/** The check of a position in the editor as a problem: one solution, several, or none. */

import { startCopying } from "../copy.js";
import { attribute, find, write } from "../dom.js";
import { joined, t } from "../i18n.js";
import { linkTo } from "../linked.js";
import { page } from "../page.js";
import { ask } from "./ask.js";

/**
 * @typedef {object} Checked
 * @property {"sound" | "cooked" | "unsolved" | "trivial"} verdict
 * @property {string[]} solution
 * @property {string[]} cooks
 * @property {{instead: string, moves: string[]}[]} duals
 * @property {{after: string[], moves: string[]}[]} defences other replies, after which several moves attain it
 * @property {number} nodes positions that each search looked at
 * @property {string} pdn
 */

/** What may be asked of a problem, by goal and side to move. */
const ASKED = {
  win: { W: () => t("White plays and wins."), B: () => t("Black plays and wins.") },
  draw: { W: () => t("White plays and draws."), B: () => t("Black plays and draws.") },
};

/** Of those that attain the goal after another defence, so many are named; the PDN has all. */
const MOST_MOVES = 3;

/**
 * @param {() => Promise<{fen: string, ruleset: string}>} position the one that is set up; an empty FEN for none
 * @param {(pdn: string, ruleset: string) => void} load puts a game on the board
 */
export function startProblem(position, load) {
  const button = document.querySelector("#check-problem");
  if (!(button instanceof HTMLElement)) return;
  const show = find("#show-solution");
  const keep = document.querySelector("#keep-problem");
  const others = find("#for-others");
  startCopying(find("#problem"));
  const offer = (/** @type {boolean} */ solved) => {
    for (const each of [show, keep, others]) each?.toggleAttribute("hidden", !solved);
  };
  const clear = () => {
    write(find("#verdict"), "");
    offer(false);
  };
  let found = { pdn: "", ruleset: "" };
  find("#editor").addEventListener("change", clear);
  find("dama-board").addEventListener("dama-square", clear);
  find("dama-board").addEventListener("dama-drop", clear);
  show.addEventListener("click", () => load(found.pdn, found.ruleset));
  keep?.addEventListener("click", () =>
    keep.dispatchEvent(new CustomEvent("keep-problem", { detail: found, bubbles: true })),
  );
  button.addEventListener("click", async () => {
    const { fen, ruleset } = await position();
    if (!fen || button.ariaDisabled === "true") return;
    clear();
    attribute(button, "aria-disabled", "true");
    write(find("#verdict"), t("Looking…"));
    const goal = /** @type {"win" | "draw"} */ (/** @type {HTMLSelectElement} */ (find("#goal")).value);
    /** @type {Checked | null} */
    const checked = await ask("problem", { fen, ruleset, goal });
    attribute(button, "aria-disabled", "false");
    write(find("#verdict"), checked ? words(checked) : "");
    if (!checked) return;
    const side = /** @type {"W" | "B"} */ (fen[0]);
    found = { pdn: withComment(checked.pdn, `${ASKED[goal][side]()} ${words(checked)} ${depth(checked)}`), ruleset };
    const given = /** @type {HTMLInputElement | HTMLTextAreaElement} */ (find("#problem-given"));
    given.value = page.linkable ? linkTo(found.pdn) : found.pdn;
    offer(checked.solution.length > 0);
  });
}

/**
 * @param {string} pdn
 * @param {string} comment what stands before the first move, so that it stays with the problem wherever it is kept
 */
function withComment(pdn, comment) {
  return pdn.replace("\n\n", () => `\n\n{${comment}}\n`);
}

/** @param {Checked} checked */
function depth({ nodes }) {
  return t("Checked by Damacı: {n} positions at each move, or endgame tables.", { n: nodes });
}

/** @param {Checked} checked */
function words({ verdict, solution, cooks, duals, defences }) {
  const moves = solution.join(" ");
  switch (verdict) {
    case "unsolved":
      return t("It has no solution, as far as the engine sees.");
    case "trivial":
      return t("Every move attains it: there is nothing to be found.");
    case "cooked":
      return t("It has more than one solution: {moves}, but also {others}.", { moves, others: joined(cooks) });
    default:
      return [t("It is sound: {moves}.", { moves }), ...duals.map(dual), ...defences.map(defence)].join(" ");
  }
}

/** @param {{instead: string, moves: string[]}} dual */
function dual({ instead, moves }) {
  return t("In the place of {move} there is also {others}.", { move: instead, others: joined(moves) });
}

/** @param {{after: string[], moves: string[]}} defence */
function defence({ after, moves }) {
  const some = moves.length > MOST_MOVES ? [...moves.slice(0, MOST_MOVES), "…"] : moves;
  return t("After {moves} there is more than one way: {others}.", { moves: after.join(" "), others: joined(some) });
}
