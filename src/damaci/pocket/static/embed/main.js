/** Makes `<dama-board>` and `<dama-game>` known to any web page. */

import { EmbeddedBoard } from "../embed/board.js";
import { provide } from "../embed/element.js";
import { EmbeddedGame } from "../embed/game.js";
import { language, learn } from "../i18n.js";
import { Kernel } from "../pocket/kernel.js";
import { KernelRules } from "./rules.js";

/**
 * @typedef {object} Files what the module needs besides, by address
 * @property {string} kernel
 * @property {string} styles
 * @property {Record<string, string>} words the translations by language
 * @property {Record<string, import("./rules.js").Ruleset>} rulesets
 */

/**
 * Defines the elements.
 * @param {Files} files
 */
export async function define({ kernel, styles, words, rulesets }) {
  const [module, texts] = await Promise.all([compiled(kernel), translations(words[language])]);
  learn(texts);
  const instance = new Kernel(module);
  provide({ styles, read, rules: new KernelRules((name, input) => instance.call(name, input), rulesets) });
  customElements.define("dama-board", EmbeddedBoard);
  customElements.define("dama-game", EmbeddedGame);
}

/** @param {string} address */
async function read(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.text();
}

/** @param {string} address */
async function compiled(address) {
  return WebAssembly.compile(await (await fetch(address)).arrayBuffer());
}

/** @param {string | undefined} address none: English */
async function translations(address) {
  return address ? (await (await fetch(address)).json()).messages : {};
}
