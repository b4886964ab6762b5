/** A database in IndexedDB with a few stores. */

export class Database {
  /** @type {Promise<IDBDatabase> | null} */
  #opened = null;

  /**
   * @param {string} name
   * @param {string[]} stores created with a new database
   */
  constructor(name, stores) {
    this.name = name;
    this.stores = stores;
  }

  /** Opens it, unless it is open. Rejects if the browser stores nothing. */
  open() {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  /**
   * A transaction on all stores. Browsers sometimes close databases, as after a phone has slept; it is then opened
   * again.
   * @param {IDBTransactionMode} mode
   * @param {IDBTransactionDurability} [durability]
   */
  async begin(mode, durability = "default") {
    const begin = async () => (await this.open()).transaction(this.stores, mode, { durability });
    try {
      return await begin();
    } catch {
      this.#opened = null;
      return begin();
    }
  }

  /** @returns {Promise<IDBDatabase>} */
  async #open() {
    const opening = indexedDB.open(this.name, 1);
    opening.addEventListener("upgradeneeded", () => {
      for (const store of this.stores) opening.result.createObjectStore(store);
    });
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
