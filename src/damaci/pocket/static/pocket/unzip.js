/** Reads archives whose files are not compressed: those of tools/site. */

/** @typedef {{name: string, content: Uint8Array}} Entry */

const END = 0x06054b50;
const END_SIZE = 22;

/**
 * The files of an archive. Throws if it is no archive, or a file in it is compressed.
 * @param {Uint8Array} archive
 * @returns {Entry[]}
 */
export function unzip(archive) {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = archive.length - END_SIZE;
  if (end < 0 || view.getUint32(end, true) !== END) throw new Error("this is not an archive");
  const entries = [];
  let place = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    const lengths = [28, 30, 32].map((offset) => view.getUint16(place + offset, true));
    entries.push(entryAt(archive, view, place));
    place += 46 + lengths[0] + lengths[1] + lengths[2];
  }
  return entries;
}

/**
 * @param {Uint8Array} archive
 * @param {DataView} view
 * @param {number} place of the entry in the archive's directory
 * @returns {Entry}
 */
function entryAt(archive, view, place) {
  if (view.getUint16(place + 10, true) !== 0) throw new Error("a file in this archive is compressed");
  const name = new TextDecoder().decode(archive.subarray(place + 46, place + 46 + view.getUint16(place + 28, true)));
  const local = view.getUint32(place + 42, true);
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  return { name, content: archive.subarray(start, start + view.getUint32(place + 24, true)) };
}
