/**
 * The service worker of the site without a server: one visit caches everything, and later ones need no network.
 *
 * Each version has its own cache, and so has each folder of the host with such a site. A new version is fetched while
 * the old one is in use, and reuses every file that has not changed; it waits until no page uses the old one, or until
 * a page tells it to begin. A host with files of two versions, which is being updated, is asked again later. The build
 * puts `self.KEPT` before this file: the version, and the SHA-256 of each file in Base64 by its path.
 */

/** @typedef {{version: string, files: Record<string, string>}} Kept */

const worker = /** @type {any} */ (self);
const kept = /** @type {Kept} */ (worker.KEPT);
const FOLDER = new URL(worker.registration.scope).pathname;

/** The beginning of the names of this site's caches. */
const OURS = `damaci-site-${FOLDER}-`;
const CACHE = `${OURS}${kept.version}`;

/** The cache entry with the digests of its files by path. */
const CONTENTS = "contents.json";

/** The page for addresses that do not exist. */
const LOST = "404.html";

/** How many files are fetched at the same time. */
const AT_ONCE = 6;

/** Isolate the pages from other origins, which gives them threads and shared memory; not every host sends these. */
const HEADERS = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** Files that need these headers. Others, such as the large ones, are cached unchanged: no script holds a copy. */
const ISOLATING = /\.(html|m?js)$/;

/**
 * Files with a hash in their path never change, so the copy in the browser's cache is used. It must not be revalidated:
 * Chromium then discards the machine code that it has stored for the file.
 */
const UNCHANGING = /^(kernel|packages|python|static|texts)\//;

/** Such files, except WebAssembly modules, which the page's worker fetches from the browser's own cache. */
const ROUTED = ["packages/*", "python/*.mjs", "python/*.zip", "python/*.json", "static/*", "texts/*"];

/** @param {string} path relative to the site's folder */
const address = (path) => new URL(path, worker.registration.scope).href;

/**
 * @param {Cache} cache
 * @returns {Promise<Record<string, string>>}
 */
async function contentsOf(cache) {
  const found = await cache.match(address(CONTENTS));
  return found ? found.json() : {};
}

/** Fetches what is missing. After an interruption, the next attempt goes on from there. */
async function install() {
  const cache = await caches.open(CACHE);
  const earlier = await earlierCaches();
  const missing = Object.entries(kept.files);
  const fetchSome = async () => {
    for (let next = missing.pop(); next; next = missing.pop()) await keepOne(cache, earlier, ...next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchSome));
  await cache.put(address(CONTENTS), new Response(JSON.stringify(kept.files)));
}

/** @returns {Promise<[Cache, Record<string, string>][]>} the caches of other versions with their contents */
async function earlierCaches() {
  return Promise.all(
    (await earlierNames()).map(async (name) => {
      const cache = await caches.open(name);
      return /** @type {[Cache, Record<string, string>]} */ ([cache, await contentsOf(cache)]);
    }),
  );
}

async function earlierNames() {
  return (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
}

/**
 * @param {Cache} cache
 * @param {[Cache, Record<string, string>][]} earlier
 * @param {string} path
 * @param {string} digest
 */
async function keepOne(cache, earlier, path, digest) {
  if (await cache.match(address(path))) return;
  const [same] = earlier.find(([, contents]) => contents[path] === digest) ?? [];
  const response = (await same?.match(address(path))) ?? (await download(path, digest));
  await cache.put(address(path), response);
}

/**
 * @param {string} path
 * @param {string} digest that the browser compares
 * @returns {Promise<Response>}
 */
async function download(path, digest) {
  const integrity = `sha256-${digest}`;
  // A host that compares only the times of files may answer that an older file has not changed.
  const cache = UNCHANGING.test(path) ? "force-cache" : "no-cache";
  const response = await fetch(address(path), { cache, integrity }).catch(() =>
    fetch(address(path), { cache: "reload", integrity }),
  );
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return ISOLATING.test(path) ? isolated(response) : response;
}

/** @param {Response} response */
function isolated({ body, headers: given }) {
  const headers = new Headers(given);
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  // Files that the host has compressed arrive here uncompressed.
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  return new Response(body, { status: 200, headers });
}

/** Deletes the caches of other versions, unless a page of one is still open. The host may have other pages too. */
async function tidy() {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const ours = pages.filter((/** @type {{url: string}} */ { url }) => url.startsWith(worker.registration.scope));
  if (ours.length > 1) return;
  await Promise.all((await earlierNames()).map((name) => caches.delete(name)));
}

/** @param {Request} request */
async function answer(request) {
  const place = new URL(request.url);
  place.search = place.hash = "";
  if (place.pathname.endsWith("/")) place.pathname += "index.html";
  const path = place.pathname.slice(FOLDER.length);
  if (path in kept.files) {
    const cache = await caches.open(CACHE);
    const found = await cache.match(place.href);
    if (found) return found;
  }
  // A page of an earlier version asks for that version's files.
  return (await caches.match(request, { ignoreSearch: true })) ?? fetch(request).catch(() => nothing(request));
}

/**
 * The response for an address that is not ours, without a network.
 * @param {Request} request
 */
async function nothing({ mode }) {
  const page = mode === "navigate" && (await caches.match(address(LOST)));
  return page || Response.error();
}

/**
 * Makes browsers that support static routes take scripts, styles and texts from the caches without an event here, which
 * saves about fifty events at each start.
 * @param {any} event
 */
function addRoutes(event) {
  const condition = { or: ROUTED.map((path) => ({ urlPattern: { pathname: FOLDER + path, search: "" } })) };
  event.addRoutes?.({ condition, source: "cache" }).catch(console.warn);
}

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(install());
  addRoutes(event);
});
worker.addEventListener("activate", (/** @type {any} */ event) =>
  event.waitUntil(Promise.all([tidy(), worker.clients.claim()])),
);
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.cache === "force-cache") return; // See worker.js: this is for the browser's own cache.
  if (request.method === "GET" && request.url.startsWith(worker.registration.scope)) event.respondWith(answer(request));
});
worker.addEventListener("message", (/** @type {any} */ { data }) => {
  if (data === "use") worker.skipWaiting();
  if (data === "tidy") tidy();
});
