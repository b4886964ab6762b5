/**
 * Files of which the app contains only a part: fetched from the site when they are needed, and cached for use without a
 * network. damaci.pocket.web_whole calls it.
 */

/** The cache is not one of the service worker's, which deletes files of other versions. */
const CACHE = "damaci-whole";

export class WholeFiles {
  #folder;

  /** @param {string} folder whose address says what is in it, with a slash at its end */
  constructor(folder) {
    this.#folder = folder;
  }

  /**
   * The content of a file; undefined if it is missing or cannot be fetched.
   * @param {string} name
   * @param {boolean} [again] whether the cached file is damaged: the host's replaces it
   * @returns {Promise<Uint8Array | undefined>}
   */
  async read(name, again = false) {
    try {
      const address = this.#folder + name;
      const cache = await this.#cache();
      const found = (again ? undefined : await cache?.match(address)) ?? (await fetched(address, cache, again));
      return found && new Uint8Array(await found.arrayBuffer());
    } catch {
      return undefined; // no network, or no space
    }
  }

  /** The browser's cache, without the files of earlier versions; null if there is none. */
  async #cache() {
    const cache = await self.caches?.open(CACHE).catch(() => null);
    const above = new URL("../", this.#folder).href;
    const old = ((await cache?.keys()) ?? []).filter(({ url }) => url.startsWith(above) && !this.#has(url));
    await Promise.all(old.map((request) => cache?.delete(request)));
    return cache ?? null;
  }

  /** @param {string} address */
  #has(address) {
    return address.startsWith(this.#folder);
  }
}

/**
 * @param {string} address
 * @param {Cache | null} cache
 * @param {boolean} again whether to pass over the browser's own cache too
 * @returns {Promise<Response | undefined>}
 */
async function fetched(address, cache, again) {
  const response = await fetch(address, { cache: again ? "reload" : "default" });
  if (!response.ok) return undefined;
  await cache?.put(address, response.clone()).catch(() => {}); // no space: it is fetched again next time
  return response;
}
