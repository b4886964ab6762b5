/** Records in IndexedDB: texts by sorted keys, changed in transactions. damaci.pocket.indexed calls it with JSON. */

import { completed, Database, result } from "./database.js";

const STORE = "records";

export class Records {
  #database;

  /** @param {string} name of the database */
  constructor(name) {
    this.#database = new Database(name, [STORE]);
  }

  /** Whether the browser stores anything here. */
  async works() {
    try {
      await this.#database.open();
      return true;
    } catch {
      return false;
    }
  }

  /** @param {string} keys */
  async get(keys) {
    const store = await this.#store("readonly");
    const found = await Promise.all(JSON.parse(keys).map((/** @type {string} */ key) => result(store.get(key))));
    return JSON.stringify(found.map((text) => text ?? null));
  }

  /**
   * @param {string} after
   * @param {string} before
   * @param {number} limit
   */
  async range(after, before, limit) {
    if (after >= before) return "[]";
    const store = await this.#store("readonly");
    const between = IDBKeyRange.bound(after, before, true, true);
    const [keys, texts] = await Promise.all([
      result(store.getAllKeys(between, limit)),
      result(store.getAll(between, limit)),
    ]);
    return JSON.stringify(keys.map((key, number) => [key, texts[number]]));
  }

  /**
   * Writes the changes if the expected texts are stored. Returns whether they were, after the write.
   * @param {string} expected
   * @param {string} changes
   * @param {boolean} lasting
   * @returns {Promise<boolean>}
   */
  async write(expected, changes, lasting) {
    const store = await this.#store("readwrite", lasting ? "strict" : "relaxed");
    /** @type {[string, string | null][]} */
    const wanted = Object.entries(JSON.parse(expected));
    const done = completed(store.transaction);
    const found = await Promise.all(wanted.map(([key]) => result(store.get(key))));
    if (wanted.some(([, text], number) => (found[number] ?? null) !== text)) {
      store.transaction.abort();
      return done.then(
        () => false,
        () => false,
      );
    }
    for (const [key, text] of Object.entries(JSON.parse(changes))) {
      if (text === null) store.delete(key);
      else store.put(text, key);
    }
    return done.then(() => true);
  }

  /**
   * A store in a new transaction.
   * @param {IDBTransactionMode} mode
   * @param {IDBTransactionDurability} [durability]
   */
  async #store(mode, durability) {
    return (await this.#database.begin(mode, durability)).objectStore(STORE);
  }
}
