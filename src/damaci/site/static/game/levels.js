/** Names of levels, as damaci.engine.levels spells them: "easy", "easy-bold", "free-5s-d8". */

/** @typedef {import("../page_data.js").Level} Level */

/**
 * The title of a level.
 * @param {string} name
 * @param {{levels?: Level[], styles?: Level[]}} known
 */
export function levelTitle(name, { levels = [], styles = [] }) {
  const [plain = "", ...rest] = name.split("-");
  const title = titleOf(plain, levels) ?? plain;
  const style = titleOf(rest[0], styles);
  return style ? `${title} · ${style}` : [title, ...rest].join(" ");
}

/**
 * The level in a form.
 * @param {Record<string, unknown>} entries
 */
export function levelName({ level, style }) {
  return [level, style].filter(Boolean).join("-");
}

/**
 * @param {string | undefined} wanted
 * @param {Level[]} known
 */
function titleOf(wanted, known) {
  return known.find(({ name }) => name === wanted)?.title;
}
