/** Endgame tables on a host of static files, of which parts are read. damaci.pocket.web_tables calls it. */

/** Milliseconds until a host that does not answer is given up. */
const PATIENCE = 15_000;
const PARTIAL_CONTENT = 206;
const NOT_FOUND = 404;
const NOT_SATISFIABLE = 416;

export class WebTables {
  /** @param {string} address of the folder, with a slash at its end */
  constructor(address) {
    this.address = address;
  }

  /**
   * `length` bytes of a file, fewer at its end; undefined if there is no such file. Throws if the host does not answer
   * range requests.
   * @param {string} path
   * @param {number} start
   * @param {number} length
   * @returns {Promise<Uint8Array | undefined>}
   */
  async read(path, start, length) {
    const ending = new AbortController();
    const waiting = setTimeout(() => ending.abort(), PATIENCE);
    try {
      const headers = { Range: `bytes=${start}-${start + length - 1}` };
      const response = await fetch(this.address + path, { headers, signal: ending.signal, credentials: "omit" });
      if (response.status === PARTIAL_CONTENT) return new Uint8Array(await response.arrayBuffer());
      ending.abort(); // a whole file may have hundreds of megabytes
      if (response.status === NOT_FOUND) return undefined;
      if (response.status === NOT_SATISFIABLE) return new Uint8Array();
      throw new Error(`${path}: ${response.status} in place of a part of the file`);
    } finally {
      clearTimeout(waiting);
    }
  }
}
