/** The app's pages by name; the page's data has their addresses. */

import { page } from "./page.js";
import { filled } from "./transport/filled.js";

/**
 * The address of a page.
 * @param {string} name as in `game`
 * @param {object} [data] values for the placeholders of the address
 */
export function pageAddress(name, data = {}) {
  return filled(page.pages[name], data).address;
}

/**
 * Leaves this page for another.
 * @param {string} name
 * @param {object} [data]
 */
export function goToPage(name, data = {}) {
  location.assign(pageAddress(name, data));
}
