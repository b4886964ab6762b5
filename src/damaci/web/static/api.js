/** Requests to the server that change something. */

const TOKEN_COOKIE = "csrftoken";

/**
 * Sends JSON and returns the JSON answer, null if there is none. Throws if the server refuses or cannot be reached.
 * @param {"POST" | "PUT"} method
 * @param {string} url
 * @param {object} body
 * @returns {Promise<any>}
 */
export async function send(method, url, body) {
  const headers = { "Content-Type": "application/json", "X-CSRF-Token": cookie(TOKEN_COOKIE) };
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status}`);
  const text = await response.text();
  return text ? JSON.parse(text) : null;
}

/** @param {string} name */
function cookie(name) {
  const pairs = document.cookie.split("; ").map((pair) => pair.split("="));
  return pairs.find(([key]) => key === name)?.[1] ?? "";
}
