/** Shown instead of the embedded elements if they cannot start. */

import { make } from "../dom.js";

/**
 * An element that says why; each element name needs a class of its own.
 * @param {string} problem
 * @param {string} styles the address of the style sheet
 */
export function failed(problem, styles) {
  return class extends HTMLElement {
    constructor() {
      super();
      const sheet = make("link", { rel: "stylesheet", href: styles });
      const told = make("p", { class: "problem", role: "alert" }, `This board cannot be shown: ${problem}`);
      this.attachShadow({ mode: "open" }).append(sheet, told);
    }
  };
}
