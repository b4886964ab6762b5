/** Makes `<dama-board>` and `<dama-game>` known to any web page. */

import { EmbeddedBoard } from "../embed/board.js";
import { messageOf, provide } from "../embed/element.js";
import { failed } from "../embed/failed.js";
import { EmbeddedGame } from "../embed/game.js";
import { language, learn } from "../i18n.js";
import { Kernel } from "../pocket/kernel.js";
import { KernelRules } from "./rules.js";

/** What the Content-Security-Policy of a page has to allow. */
const POLICY = "a Content-Security-Policy needs 'wasm-unsafe-eval' in script-src";

/**
 * @typedef {object} Files what else the module needs, by address
 * @property {string} kernel
 * @property {string} styles
 * @property {Record<string, string>} words the translations by language
 * @property {Record<string, import("./rules.js").Ruleset>} rulesets
 */

/**
 * Defines the elements. If they cannot start, the elements of the page say why.
 * @param {Files} files
 */
export async function define(files) {
  try {
    await start(files);
  } catch (error) {
    for (const name of ["dama-board", "dama-game"])
      if (!customElements.get(name)) customElements.define(name, failed(messageOf(error), files.styles));
    throw error;
  }
}

/** @param {Files} files */
async function start({ kernel, styles, words, rulesets }) {
  const [module, texts] = await Promise.all([compiled(kernel), translations(words[language])]);
  learn(texts);
  const instance = new Kernel(module);
  provide({ styles, read, rules: new KernelRules((name, input) => instance.call(name, input), rulesets) });
  customElements.define("dama-board", EmbeddedBoard);
  customElements.define("dama-game", EmbeddedGame);
}

/** @param {string} address */
async function read(address) {
  return (await answer(address)).text();
}

/** @param {string} address */
async function compiled(address) {
  const bytes = await (await answer(address)).arrayBuffer();
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    throw new Error(`${messageOf(error)} (${POLICY})`, { cause: error });
  }
}

/** @param {string | undefined} address undefined for English */
async function translations(address) {
  return address ? (await (await answer(address)).json()).messages : {};
}

/**
 * Fetches an address. Throws if that fails.
 * @param {string} address
 */
async function answer(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response;
}
