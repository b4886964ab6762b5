/** The cookies that scripts may read. */

const A_YEAR = 365 * 24 * 3600;

/**
 * @param {string} name
 * @returns {string} its value; empty if there is none
 */
export function cookie(name) {
  const pairs = document.cookie.split("; ").map((pair) => pair.split("="));
  return pairs.find(([key]) => key === name)?.[1] ?? "";
}

/**
 * Stores a value in this browser; the server gets it too.
 * @param {string} name
 * @param {string} value without characters that cookies cannot have
 */
export function keepCookie(name, value) {
  // biome-ignore lint/suspicious/noDocumentCookie: the other interface is missing in Firefox
  document.cookie = `${name}=${value}; path=/; max-age=${A_YEAR}; samesite=lax`;
}
