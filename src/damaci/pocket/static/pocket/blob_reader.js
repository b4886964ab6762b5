const { FileReaderSync } = /** @type {any} */ (globalThis); // not among TypeScript's names for pages

/** Reads a file piece by piece without waiting, as only a worker can: damaci.pocket.blob calls it. */
export class BlobReader {
  /** @param {Blob} blob */
  constructor(blob) {
    this.blob = blob;
    this.size = blob.size;
  }

  /**
   * @param {number} start
   * @param {number} end
   */
  read(start, end) {
    return new Uint8Array(new FileReaderSync().readAsArrayBuffer(this.blob.slice(start, end)));
  }
}
