/**
 * Records in IndexedDB: texts by keys in order, changed together or not at all. damaci.pocket.indexed calls it, with
 * JSON.
 */

const STORE = "records";

export class Records {
  /** @type {Promise<IDBDatabase> | null} */
  #opened = null;

  /** @param {string} name of the database */
  constructor(name) {
    this.name = name;
  }

  /** Whether the browser keeps anything here. */
  async works() {
    try {
      await this.#database();
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
   * Writes, if the expected texts are there. Returns whether they were, once it is on the disk.
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
   * A store in a new transaction. Browsers close databases now and then, as when a phone has slept: then it is opened
   * again.
   * @param {IDBTransactionMode} mode
   * @param {IDBTransactionDurability} [durability]
   */
  async #store(mode, durability = "default") {
    const begin = async () => (await this.#database()).transaction(STORE, mode, { durability }).objectStore(STORE);
    try {
      return await begin();
    } catch {
      this.#opened = null;
      return begin();
    }
  }

  #database() {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  /** @returns {Promise<IDBDatabase>} */
  async #open() {
    const opening = indexedDB.open(this.name, 1);
    opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore(STORE));
    const database = await result(opening);
    database.addEventListener("close", () => this.#forget());
    database.addEventListener("versionchange", () => database.close());
    return database;
  }

  #forget() {
    this.#opened = null;
  }
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
export function result(request) {
  return new Promise((done, fail) => {
    request.addEventListener("success", () => done(request.result));
    request.addEventListener("error", () => fail(request.error));
  });
}

/**
 * @param {IDBTransaction} transaction
 * @returns {Promise<void>}
 */
export function completed(transaction) {
  return new Promise((done, fail) => {
    transaction.addEventListener("complete", () => done());
    transaction.addEventListener("abort", () => fail(transaction.error ?? new DOMException("aborted", "AbortError")));
  });
}
