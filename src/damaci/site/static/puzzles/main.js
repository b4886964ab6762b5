/** The entry point of the page on which puzzles are solved. */

import "../shell.js";
import "../board/define.js";
import { find } from "../dom.js";
import { codeOf, explain } from "../explain.js";
import { t } from "../i18n.js";
import { page } from "../page.js";
import { request } from "../transport/request.js";
import { Card } from "./card.js";
import { Mistakes } from "./mistakes.js";
import { Series } from "./series.js";
import { Solving } from "./solving.js";

/**
 * @typedef {object} SolvingData
 * @property {"next" | "daily" | "streak" | "storm" | "mistakes"} mode
 * @property {string} ruleset
 * @property {string} theme
 * @property {import("./solving.js").Puzzle | null} puzzle
 * @property {string} [game] whose mistakes are solved; empty for all
 * @property {string[]} [queue] those mistakes
 * @property {boolean} [people] whether mistakes in games against people are among them
 */

const board = /** @type {import("../board/element.js").DamaBoard} */ (find("dama-board"));
const card = new Card();

/** @param {SolvingData} data */
function start({ mode, ruleset, theme, puzzle, game = "", queue = [], people = false }) {
  if (mode === "mistakes") return inMistakes(queue, game !== "", people);
  if (mode === "streak" || mode === "storm") return inSeries(mode, ruleset);
  const solving = new Solving(board, card, theme, (_, tried) => showRating(tried?.rated));
  card.on("next", () => next(solving, ruleset, theme));
  if (puzzle) show(solving, puzzle);
  else allTried();
}

/**
 * @param {string[]} queue
 * @param {boolean} ofGame
 * @param {boolean} people whether games against people count
 */
function inMistakes(queue, ofGame, people) {
  const mistakes = new Mistakes(queue, ofGame, people, new Solving(board, card, "", () => {}, "mistakes"), card);
  card.on("next", () => mistakes.next());
  mistakes.next();
}

/**
 * @param {"streak" | "storm"} kind
 * @param {string} ruleset
 */
function inSeries(kind, ruleset) {
  const solving = new Solving(board, card, "", (solved) => series.ended(solved));
  const series = new Series(kind, ruleset, solving, card);
  card.on("next", () => series.next());
  series.begin();
}

/**
 * @param {Solving} solving
 * @param {import("./solving.js").Puzzle} puzzle
 */
function show(solving, puzzle) {
  card.about(t("Rating {rating}", { rating: `${puzzle.rating}` }));
  card.rating(puzzle.own, puzzle.provisional);
  solving.begin(puzzle);
}

/** @param {import("./solving.js").Rated | null | undefined} rated */
function showRating(rated) {
  if (!rated) return;
  const change = rated.after - rated.before;
  const signed = `${change < 0 ? "−" : "+"}${Math.abs(change)}`;
  card.own(t("You: {rating}", { rating: `${rated.after} (${signed})` }));
  card.about(t("In a row: {n}", { n: rated.in_a_row }));
}

/**
 * @param {Solving} solving
 * @param {string} ruleset
 * @param {string} theme
 */
async function next(solving, ruleset, theme) {
  try {
    show(solving, await request("puzzles.next", { ruleset, theme }));
    find('[tabindex="0"]', board).focus();
  } catch (error) {
    if (codeOf(error) === "no-more-puzzles") return allTried();
    const { headline, advice } = explain(codeOf(error));
    card.say("warning", headline, advice);
  }
}

function allTried() {
  card.offer();
  card.finish(t("You have tried them all."), t("Choose another theme, or the puzzles of other rules."));
}

if (page.solving) start(page.solving);
