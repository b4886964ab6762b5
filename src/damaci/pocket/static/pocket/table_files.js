/**
 * Endgame tables in IndexedDB: files by their path, and their sizes beside them. damaci.pocket.indexed_tables calls it.
 */

import { completed, result } from "./records.js";

const FILES = "files";
const SIZES = "sizes";

export class TableFiles {
  /** @type {Promise<IDBDatabase> | null} */
  #opened = null;

  /** @param {string} name of the database */
  constructor(name) {
    this.name = name;
  }

  /** The bytes of every file by its path, as JSON. */
  async sizes() {
    const sizes = (await this.#begin("readonly")).objectStore(SIZES);
    const [paths, bytes] = await Promise.all([result(sizes.getAllKeys()), result(sizes.getAll())]);
    return JSON.stringify(Object.fromEntries(paths.map((path, number) => [path, bytes[number]])));
  }

  /**
   * The files at some paths; undefined where there is none.
   * @param {string} paths as JSON
   * @returns {Promise<(Uint8Array | undefined)[]>}
   */
  async read(paths) {
    const files = (await this.#begin("readonly")).objectStore(FILES);
    return Promise.all(JSON.parse(paths).map((/** @type {string} */ path) => result(files.get(path))));
  }

  /**
   * Keeps all files or none.
   * @param {string} paths as JSON
   * @param {Uint8Array[]} files
   */
  async write(paths, files) {
    const transaction = await this.#begin("readwrite");
    for (const [number, path] of JSON.parse(paths).entries()) {
      transaction.objectStore(FILES).put(files[number], path);
      transaction.objectStore(SIZES).put(files[number].length, path);
    }
    await completed(transaction);
  }

  /** @param {string} paths as JSON */
  async remove(paths) {
    const transaction = await this.#begin("readwrite");
    for (const path of JSON.parse(paths)) {
      transaction.objectStore(FILES).delete(path);
      transaction.objectStore(SIZES).delete(path);
    }
    await completed(transaction);
  }

  /**
   * A transaction on both. Browsers close databases now and then, as when a phone has slept: then it is opened again.
   * @param {IDBTransactionMode} mode
   */
  async #begin(mode) {
    const begin = async () => (await this.#database()).transaction([FILES, SIZES], mode);
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
    opening.addEventListener("upgradeneeded", () => {
      for (const name of [FILES, SIZES]) opening.result.createObjectStore(name);
    });
    const database = await result(opening);
    database.addEventListener("versionchange", () => database.close());
    return database;
  }
}
