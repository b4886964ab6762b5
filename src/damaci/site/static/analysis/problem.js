/** The check of a position in the editor as a problem: one solution, several, or none. */

import { startCopying } from "../copy.js";
import { attribute, find, writeMoves } from "../dom.js";
import { joined, t, tn } from "../i18n.js";
import { linkTo } from "../linked.js";
import { page } from "../page.js";
import { ask } from "./ask.js";

/**
 * @typedef {object} Checked
 * @property {"sound" | "cooked" | "unsolved" | "trivial"} verdict
 * @property {string[]} solution
 * @property {string[]} cooks
 * @property {{instead: string, moves: string[]}[]} duals
 * @property {{after: string[], moves: string[]}[]} defences other lines, after which several moves reach the goal
 * @property {boolean} cut whether there are defences that were not looked at
 * @property {number} nodes positions that each search looked at
 * @property {string} pdn
 *
 * @typedef {"win" | "draw"} Goal
 */

/** What may be asked of a problem, by goal and side to move. */
const ASKED = {
  win: { W: () => t("White plays and wins."), B: () => t("Black plays and wins.") },
  draw: { W: () => t("White plays and draws."), B: () => t("Black plays and draws.") },
};

/** Moves that are listed for each other defence; the PDN has all. */
const MOST_MOVES = 3;

/** Other defences that are listed; the PDN has all. */
const MOST_DEFENCES = 4;

/**
 * @typedef {() => Promise<{fen: string, ruleset: string, faults: string}>} SetUp the position that is set up; if
 *   invalid, the FEN is empty and the faults say why
 */

/**
 * Returns a function that checks the position as a problem, unless it waits for an answer.
 * @param {HTMLElement} button
 * @param {SetUp} position
 * @param {(pdn: string, ruleset: string) => void} load puts a game on the board
 */
export function prepareProblem(button, position, load) {
  const problem = new Problem(button, position);
  const keep = document.querySelector("#keep-problem");
  startCopying(find("#problem"));
  for (const change of ["setup", "change"]) find("#editor").addEventListener(change, () => problem.clear());
  find("#show-solution").addEventListener("click", () => load(problem.found.pdn, problem.found.ruleset));
  keep?.addEventListener("click", () =>
    keep.dispatchEvent(new CustomEvent("keep-problem", { detail: problem.found, bubbles: true })),
  );
  return () => button.ariaDisabled === "true" || problem.check();
}

class Problem {
  /** The checked problem, with its solution. */
  found = { pdn: "", ruleset: "" };

  /** Counts the changes of the position; answers about earlier ones are not shown. */
  #changes = 0;

  /**
   * @param {HTMLElement} button
   * @param {SetUp} position
   */
  constructor(button, position) {
    this.button = button;
    this.position = position;
  }

  /** Removes the verdict, which is about another position. */
  clear() {
    this.#changes += 1;
    tell(this.button, "", false);
  }

  async check() {
    this.clear();
    const asked = this.#changes;
    tell(this.button, t("Looking…"), true);
    const { fen, ruleset, faults } = await this.position();
    const goal = /** @type {Goal} */ (/** @type {HTMLSelectElement} */ (find("#goal")).value);
    /** @type {Checked | null} */
    const checked = fen ? await ask("problem", { fen, ruleset, goal }) : null;
    if (asked !== this.#changes) return;
    tell(this.button, checked ? words(checked) : faults, false);
    if (!checked) return;
    this.found = { pdn: problemPdn(checked, fen, goal), ruleset };
    offer(checked, this.found.pdn);
  }
}

/**
 * Shows a text instead of the verdict, without the buttons of a solved problem.
 * @param {HTMLElement} button
 * @param {string} text
 * @param {boolean} busy whether it waits for an answer
 */
function tell(button, text, busy) {
  attribute(button, "aria-disabled", `${busy}`);
  const verdict = find("#verdict");
  writeMoves(verdict, text);
  showOffers(false);
  if (text) verdict.scrollIntoView({ block: "nearest" });
}

/** @param {boolean} shown */
function showOffers(shown) {
  for (const name of ["show-solution", "keep-problem", "for-others"])
    document.querySelector(`#${name}`)?.toggleAttribute("hidden", !shown);
}

/**
 * Shows the buttons for a solved problem.
 * @param {Checked} checked
 * @param {string} pdn
 */
function offer({ solution }, pdn) {
  const given = /** @type {HTMLInputElement | HTMLTextAreaElement} */ (find("#problem-given"));
  given.value = page.linkable ? linkTo(pdn) : pdn;
  showOffers(solution.length > 0);
}

/**
 * The PDN with the question and the verdict as its comment.
 * @param {Checked} checked
 * @param {string} fen
 * @param {Goal} goal
 */
function problemPdn(checked, fen, goal) {
  const side = /** @type {"W" | "B"} */ (fen[0]);
  return withComment(checked.pdn, `${ASKED[goal][side]()} ${words(checked)} ${depth(checked)}`);
}

/**
 * @param {string} pdn
 * @param {string} comment put before the first move, so that it stays with the problem
 */
function withComment(pdn, comment) {
  return pdn.replace("\n\n", () => `\n\n{${comment}}\n`);
}

/** @param {Checked} checked */
function depth({ nodes }) {
  return t("Checked by Damacı: {n} positions at each move, or endgame tables.", { n: nodes });
}

/** @param {Checked} checked */
function words({ verdict, solution, cooks, duals, defences, cut }) {
  const moves = solution.join(" ");
  switch (verdict) {
    case "unsolved":
      return t("It has no solution, as far as the engine sees.");
    case "trivial":
      return t("Every move attains it: there is nothing to be found.");
    case "cooked":
      return t("It has more than one solution: {moves}, but also {others}.", { moves, others: joined(cooks) });
    default:
      return [t("It is sound: {moves}.", { moves }), ...duals.map(dual), ...others(defences), rest(cut)]
        .join(" ")
        .trim();
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

/** @param {{after: string[], moves: string[]}[]} defences */
function others(defences) {
  const named = defences.slice(0, MOST_DEFENCES).map(defence);
  const left = defences.length - named.length;
  if (left === 0) return named;
  return [...named, tn("One more is in the solution.", "{n} more are in the solution.", left)];
}

/** @param {boolean} cut */
function rest(cut) {
  return cut ? t("Not every defence was looked at.") : "";
}
