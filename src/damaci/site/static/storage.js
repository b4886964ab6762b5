/** Texts that the browser stores by key. If its storage is off or full, nothing is stored and nothing fails. */

class Kept {
  #storage;

  /** @param {() => Storage} storage throws where it is switched off */
  constructor(storage) {
    this.#storage = storage;
  }

  /**
   * @param {string} key
   * @returns {string | null}
   */
  text(key) {
    try {
      return this.#storage().getItem(key);
    } catch {
      return null;
    }
  }

  /**
   * @param {string} key
   * @returns {any} the stored JSON; null if it is missing or damaged
   */
  json(key) {
    try {
      return JSON.parse(this.text(key) ?? "null");
    } catch {
      return null;
    }
  }

  /**
   * @param {string} key
   * @param {string} text
   */
  keep(key, text) {
    try {
      this.#storage().setItem(key, text);
    } catch {
      // The page works without storage.
    }
  }

  /** @param {string} key */
  forget(key) {
    try {
      this.#storage().removeItem(key);
    } catch {
      // Nothing was stored.
    }
  }
}

/** For all pages, until the visitor deletes it. */
export const device = new Kept(() => localStorage);

/** For the pages of this tab, until it is closed. */
export const tab = new Kept(() => sessionStorage);

/** The key that says on the device that its player has games by the day. */
export const DAILY = "damaci-daily";

/** The key that says on the device that its player has an account. */
export const MEMBER = "damaci-member";

/** The key that says on the device that its player has joined a tournament. */
export const JOINED = "damaci-tournament";
