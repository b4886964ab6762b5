/** Texts of files that may not be UTF-8. */

/** @param {Blob} file in UTF-8 or, if it is not, in Turkish Windows */
export async function textOf(file) {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1254").decode(bytes);
  }
}
