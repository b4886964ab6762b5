/**
 * A memory that is kept from one start of the worker to the next: a file of the origin's private file system.
 *
 * The file begins with a mark and the length of its index; the index follows as JSON, then a head of any bytes, then
 * the parts of the memory that are not zero. They are read straight into the next memory, so that no copy is held.
 * Their sum is compared: a Python with a damaged memory would take more and more space until the browser ends the page.
 */

/**
 * @typedef {[number, number]} Part its address in the memory and its length
 * @typedef {{key: string, about: unknown, size: number, head: number, parts: Part[], sum: number}} Index of a file:
 *   `key` says what the memory depends on, `about` what belongs to it; `size` is the memory's, `head` the length of the
 *   head, `sum` that of the head and of the parts
 * @typedef {(to: Uint8Array, at: number) => void} Read fills an array from an offset in the file
 * @typedef {any} Handle a FileSystemSyncAccessHandle, which TypeScript knows only in workers
 */

const NAME = "damaci-memory";
/** The first word of a file that was written to its end. */
const MARK = 0x44414d31;
/** The mark and the length of the index. */
const PREFIX = 8;
/** Bytes that are searched for zeros at a time. */
const PAGE = 4096;

/**
 * The parts of a memory that are not zero, as pages that follow one another.
 * @param {Uint8Array} memory at a multiple of 8, and of a multiple of PAGE bytes
 * @returns {Part[]}
 */
export function partsOf(memory) {
  const words = new BigUint64Array(memory.buffer, memory.byteOffset, memory.byteLength / 8);
  /** @type {Part[]} */
  const parts = [];
  for (let page = 0; page < memory.byteLength; page += PAGE) {
    if (isEmpty(words, page / 8)) continue;
    const last = parts.at(-1);
    if (last && last[0] + last[1] === page) last[1] += PAGE;
    else parts.push([page, PAGE]);
  }
  return parts;
}

/**
 * @param {BigUint64Array} words
 * @param {number} from
 */
function isEmpty(words, from) {
  for (let at = from; at < from + PAGE / 8; at += 1) if (words[at] !== 0n) return false;
  return true;
}

/**
 * A sum of numbers in their order, by FNV-1a, which continues an earlier one.
 * @param {number} sum
 * @param {Uint8Array | Int32Array} numbers
 */
function summed(sum, numbers) {
  let now = sum;
  for (let at = 0; at < numbers.length; at += 1) now = Math.imul(now ^ numbers[at], 0x01000193);
  return now;
}

/**
 * The sum of a head and of parts.
 * @param {Uint8Array} head
 * @param {Part[]} parts
 * @param {Uint8Array} memory
 */
function sumOf(head, parts, memory) {
  let sum = summed(0, head);
  for (const [address, length] of parts) {
    sum = summed(sum, new Int32Array(memory.buffer, memory.byteOffset + address, length / 4));
  }
  return sum;
}

/** A stored memory, until it is closed. */
export class KeptMemory {
  #read;
  #start;
  #sum;

  /**
   * @param {Index} index
   * @param {Read} read
   * @param {number} start the offset behind the index
   * @param {() => void} close releases the file
   */
  constructor(index, read, start, close) {
    this.about = index.about;
    this.size = index.size;
    this.close = close;
    this.head = new Uint8Array(index.head);
    read(this.head, start);
    this.parts = index.parts;
    this.#sum = index.sum;
    this.#read = read;
    this.#start = start + index.head;
  }

  /**
   * Throws if what was stored is damaged.
   * @param {Uint8Array} memory becomes zero where nothing was stored
   */
  fill(memory) {
    let at = this.#start;
    let end = 0;
    for (const [address, length] of this.parts) {
      memory.fill(0, end, address);
      this.#read(memory.subarray(address, address + length), at);
      at += length;
      end = address + length;
    }
    memory.fill(0, end);
    if (sumOf(this.head, this.parts, memory) !== this.#sum) throw new Error("the stored memory is damaged");
  }
}

/**
 * The memory that was stored with this key; null if there is none, or no storage.
 * @param {string} key
 * @returns {Promise<KeptMemory | null>}
 */
export async function openMemory(key) {
  try {
    const folder = await navigator.storage.getDirectory();
    return await openFile(await folder.getFileHandle(NAME), key);
  } catch {
    return null;
  }
}

/**
 * @param {any} file
 * @param {string} key
 */
async function openFile(file, key) {
  const { read, close } = await reading(file);
  try {
    const [text, index] = indexOf(read);
    if (index.key === key) return new KeptMemory(index, read, PREFIX + text.length, close);
  } catch {
    // It is damaged.
  }
  close();
  return null;
}

/**
 * @param {Read} read
 * @returns {[Uint8Array, any]} the index as bytes and as an object, which is empty if the file has no mark
 */
function indexOf(read) {
  const prefix = new Uint32Array(2);
  read(new Uint8Array(prefix.buffer), 0);
  const text = new Uint8Array(prefix[0] === MARK ? prefix[1] : 0);
  read(text, PREFIX);
  return [text, JSON.parse(new TextDecoder().decode(text) || "{}")];
}

/**
 * Ways to read a file: by a handle, which some browsers give to one worker at a time, or as a copy.
 * @param {any} file
 * @returns {Promise<{read: Read, close: () => void}>}
 */
async function reading(file) {
  try {
    /** @type {Handle} */
    const handle = await file.createSyncAccessHandle({ mode: "read-only" });
    return { read: (to, at) => handle.read(to, { at }), close: () => handle.close() };
  } catch {
    const copy = new Uint8Array(await (await file.getFile()).arrayBuffer());
    return { read: (to, at) => to.set(copy.subarray(at, at + to.length)), close: () => {} };
  }
}

/**
 * A handle for storing a memory, which the caller closes; null if there is no storage.
 * @returns {Promise<Handle | null>}
 */
export async function openPlace() {
  try {
    const folder = await navigator.storage.getDirectory();
    /** @type {any} */
    const file = await folder.getFileHandle(NAME, { create: true });
    return await file.createSyncAccessHandle();
  } catch {
    // No storage at all, or another tab is writing.
    return null;
  }
}

/**
 * Stores a memory in place of the former one, or nothing if there is not enough space. It is written synchronously, so
 * that no copy of the memory in use is needed.
 * @param {Handle} place
 * @param {string} key
 * @param {unknown} about
 * @param {Uint8Array} head
 * @param {Uint8Array} memory
 */
export function keepMemory(place, key, about, head, memory) {
  try {
    const parts = partsOf(memory);
    const sum = sumOf(head, parts, memory);
    write(place, { key, about, size: memory.length, head: head.length, parts, sum }, head, memory);
  } catch {
    // No space.
  }
}

/**
 * The mark comes last: a file without it was not written to its end.
 * @param {Handle} handle
 * @param {Index} index
 * @param {Uint8Array} head
 * @param {Uint8Array} memory
 */
function write(handle, index, head, memory) {
  handle.truncate(0);
  const text = new TextEncoder().encode(JSON.stringify(index));
  const parts = index.parts.map(([address, length]) => memory.subarray(address, address + length));
  let at = PREFIX;
  for (const each of [text, head, ...parts]) at += handle.write(each, { at });
  handle.flush();
  handle.write(new Uint32Array([MARK, text.length]), { at: 0 });
}
