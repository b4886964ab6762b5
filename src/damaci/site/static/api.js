/** Requests to the server that change something. */

const TOKEN_COOKIE = "csrftoken";

/**
 * Sends JSON and returns the JSON answer, null if there is none. Throws what the server says if it refuses, under its own
 * word as the name, and if it cannot be reached.
 * @param {"POST" | "PUT" | "DELETE"} method
 * @param {string} url
 * @param {object} body
 * @returns {Promise<any>}
 */
export async function send(method, url, body) {
  const headers = { "Content-Type": "application/json", "X-CSRF-Token": cookie(TOKEN_COOKIE) };
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
  const text = await response.text();
  const answer = text ? JSON.parse(text) : null;
  const { ok, status } = response;
  if (!ok)
    throw Object.assign(new Error(answer?.detail ?? `${method} ${url}: ${status}`), {
      name: answer?.error ?? "Error",
      status,
    });
  return answer;
}

/** @param {string} name */
function cookie(name) {
  const pairs = document.cookie.split("; ").map((pair) => pair.split("="));
  return pairs.find(([key]) => key === name)?.[1] ?? "";
}
