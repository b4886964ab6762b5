/**
 * Endgame tables in IndexedDB: files by their path, and their sizes beside them. damaci.pocket.indexed_tables calls it.
 */

import { completed, Database, result } from "./database.js";

const FILES = "files";
const SIZES = "sizes";

export class TableFiles {
  #database;

  /** @param {string} name of the database */
  constructor(name) {
    this.#database = new Database(name, [FILES, SIZES]);
  }

  /** The bytes of every file by its path, as JSON. */
  async sizes() {
    const sizes = (await this.#database.begin("readonly")).objectStore(SIZES);
    const [paths, bytes] = await Promise.all([result(sizes.getAllKeys()), result(sizes.getAll())]);
    return JSON.stringify(Object.fromEntries(paths.map((path, number) => [path, bytes[number]])));
  }

  /**
   * The files at some paths; undefined where there is none.
   * @param {string} paths as JSON
   * @returns {Promise<(Uint8Array | undefined)[]>}
   */
  async read(paths) {
    const files = (await this.#database.begin("readonly")).objectStore(FILES);
    return Promise.all(JSON.parse(paths).map((/** @type {string} */ path) => result(files.get(path))));
  }

  /**
   * Stores all files or none.
   * @param {string} paths as JSON
   * @param {Uint8Array[]} files
   */
  async write(paths, files) {
    const transaction = await this.#database.begin("readwrite");
    for (const [number, path] of JSON.parse(paths).entries()) {
      transaction.objectStore(FILES).put(files[number], path);
      transaction.objectStore(SIZES).put(files[number].length, path);
    }
    await completed(transaction);
  }

  /** @param {string} paths as JSON */
  async remove(paths) {
    const transaction = await this.#database.begin("readwrite");
    for (const path of JSON.parse(paths)) {
      transaction.objectStore(FILES).delete(path);
      transaction.objectStore(SIZES).delete(path);
    }
    await completed(transaction);
  }
}
