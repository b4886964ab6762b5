/** Texts of files that may not be UTF-8: see damaci.notation.pdn.source. */

/** @param {Blob} file in UTF-8, in UTF-16 or, if it is neither, in Turkish Windows */
export async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    return new TextDecoder(wide(bytes) ?? "utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1254").decode(bytes);
  }
}

/**
 * The kind of UTF-16 of a text, if any. Without a byte order mark, the zero beside the first letter shows it.
 * @param {Uint8Array} bytes
 */
function wide([first, second]) {
  if (second === 0 || (first === 0xff && second === 0xfe)) return "utf-16le";
  return first === 0 || (first === 0xfe && second === 0xff) ? "utf-16be" : null;
}
