/** The engine's panel: its switch, the bar, and the lines, each a button that plays its first move. */

import { attribute, find, make, write } from "../dom.js";
import { refusalText } from "../game/sentences.js";
import { reasonText } from "../game/ends.js";
import { way } from "../game/sides.js";
import { locale, t } from "../i18n.js";
import { scoreText, scoreWords } from "./score.js";

/**
 * @typedef {import("./engine.js").Engine} Engine
 * @typedef {import("./tree.js").Tree} Tree
 */

const short = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });

/**
 * @param {Engine} engine
 * @param {Tree} tree
 * @param {import("./boardview.js").BoardView} view
 */
export function startPanel(engine, tree, view) {
  const toggle = /** @type {HTMLInputElement} */ (find("#engine"));
  const count = /** @type {HTMLSelectElement} */ (find("#lines"));
  const list = find("#found");
  toggle.addEventListener("change", () => engine.turn(toggle.checked));
  count.addEventListener("change", () => engine.want(Number(count.value)));
  list.addEventListener("click", ({ target }) => {
    const item = target instanceof Element ? target.closest("li") : null;
    const line = item && engine.found?.lines[[...list.children].indexOf(item)];
    if (line) tree.play(line.moves[0]);
  });
  engine.addEventListener("change", () => {
    showLines(engine, tree);
    view.point((engine.found?.lines ?? []).map((line) => way(line.way)));
  });
  tree.addEventListener("change", () => {
    const { stand } = tree.current;
    const over = (stand?.result ?? "*") !== "*";
    engine.look(stand && !over ? tree.here : null);
    showRefusal(tree);
    showLines(engine, tree);
  });
  tree.addEventListener("forgive", () => showRefusal(tree));
  engine.watch();
}

/**
 * Shows why the last move was refused, or that the game would be over.
 * @param {Tree} tree
 */
function showRefusal({ refusal, current: { stand } }) {
  const [headline, detail] = refusal ? refusalText(refusal) : ["", stand ? reasonText(stand) : ""];
  find("#said").dataset.tone = refusal ? "warning" : "";
  write(find("#said"), [headline, detail].filter(Boolean).join(" "));
}

/**
 * @param {Engine} engine
 * @param {Tree} tree
 */
function showLines(engine, tree) {
  const { on, found, lines, refused } = engine;
  const best = found?.lines[0]?.score;
  const list = find("#found");
  write(find("#score"), best ? scoreText(best) : "");
  write(find("#depth"), found ? effort(found) : refused);
  list.hidden = !on;
  list.style.setProperty("--lines", `${lines}`);
  showItems(list, engine);
  showBar(best ?? settled(tree));
}

/**
 * The depth and the number of positions of the search, or that the result is exact. The line may break only in the
 * middle.
 * @param {import("./engine.js").Found} found
 */
function effort({ exact, depth, nodes }) {
  if (exact) return t("exact, from the endgame tables");
  return [t("Depth {depth}", { depth }), short.format(nodes)].map((part) => part.replaceAll(" ", "\u00a0")).join(" · ");
}

/**
 * The score of a position where the game would be over.
 * @param {Tree} tree
 * @returns {import("./engine.js").Score | undefined}
 */
function settled({ current: { stand } }) {
  return { "1-0": { share: 100, win: 0 }, "0-1": { share: 0, loss: 0 }, "1/2-1/2": { share: 50, draw: true } }[
    stand?.result ?? "*"
  ];
}

/**
 * Updates the existing buttons, so that a focused one keeps the focus during the search.
 * @param {HTMLElement} list
 * @param {Engine} engine
 */
function showItems(list, { looking, found, refused }) {
  const count = looking && !refused ? (found?.lines.length ?? Math.max(1, list.childElementCount)) : 0;
  while (list.childElementCount > count) list.lastElementChild?.remove();
  while (list.childElementCount < count) list.append(make("li", {}, make("button", { type: "button" })));
  for (const [index, button] of list.querySelectorAll("button").entries()) fill(button, found?.lines[index]);
}

/**
 * @param {HTMLButtonElement} button
 * @param {import("./engine.js").EngineLine | undefined} line undefined before there is a line
 */
function fill(button, line) {
  const moves = line?.moves.join(" ") ?? "";
  attribute(button, "aria-label", line ? `${scoreWords(line.score)}: ${moves}` : t("unknown"));
  button.replaceChildren(...(line ? [make("b", {}, scoreText(line.score)), moves] : ["…"]));
}

/** @param {import("./engine.js").Score | undefined} score */
function showBar(score) {
  const bar = find("#bar");
  const white = score ? Math.round(score.share) : 50;
  attribute(bar, "aria-valuenow", `${white}`);
  attribute(bar, "aria-valuetext", score ? scoreWords(score) : t("unknown"));
  bar.style.setProperty("--white", `${white}%`);
}
