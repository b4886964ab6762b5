/** A study in the page: its title, its chapters in order, and which of them is on the board. */

import { request } from "../transport/request.js";

/**
 * @typedef {import("../analysis/tree.js").TreeData} TreeData
 * @typedef {{id: string, title: string, ruleset: string, version: number}} Chapter
 * @typedef {{title: string, chapters: Chapter[], version: number}} Outline
 * @typedef {{id: string, study: Outline, chapter: string, contents: {version: number, tree: TreeData}}} ShownStudy
 * @typedef {{id: string, study: Outline, chapter: string, contents: {version: number}}} Begun
 */

/** Fires "change" when titles, chapters, or the chapter on the board have changed. */
export class Study extends EventTarget {
  /** @param {Begun} shown */
  constructor(shown) {
    super();
    this.id = shown.id;
    this.outline = shown.study;
    this.chapter = shown.chapter;
    /** The version of the chapter that is on the board. */
    this.seen = shown.contents.version;
  }

  /** The chapter on the board; undefined when somebody has removed it. */
  get current() {
    return this.outline.chapters.find(({ id }) => id === this.chapter);
  }

  /** @param {Outline} outline */
  take(outline) {
    if (outline.version < this.outline.version) return;
    this.outline = outline;
    this.dispatchEvent(new Event("change"));
  }

  /**
   * Reads a stored chapter. Throws Failure, TypeError.
   * @param {string} chapter empty for the first
   * @returns {Promise<ShownStudy>}
   */
  read(chapter) {
    return request("studies.show", { study: this.id, chapter });
  }

  /**
   * Makes a chapter that was read the one on the board.
   * @param {ShownStudy} shown
   */
  put(shown) {
    this.chapter = shown.chapter;
    this.seen = shown.contents.version;
    this.take(shown.study);
    this.dispatchEvent(new Event("change"));
  }

  /**
   * Stores the contents of the chapter on the board. Throws Failure, TypeError.
   * @param {TreeData} tree
   */
  async write(tree) {
    const { id: study, chapter, seen } = this;
    /** @type {Outline} */
    const outline = await request("studies.write", { study, chapter, version: seen, tree });
    if (this.chapter === chapter) this.seen = seen + 1;
    this.take(outline);
  }

  /**
   * Requests another order or title. Throws Failure, TypeError.
   * @param {object} command
   */
  async do(command) {
    this.take(await request("studies.do", { study: this.id, command }));
  }

  /**
   * Adds chapters. Throws Failure, TypeError.
   * @param {object} source
   * @returns {Promise<string>} the id of the first of them
   */
  async add(source) {
    /** @type {Outline} */
    const outline = await request("studies.add", { study: this.id, ...source });
    const known = new Set(this.outline.chapters.map(({ id }) => id));
    this.take(outline);
    return outline.chapters.find(({ id }) => !known.has(id))?.id ?? "";
  }

  /** Requests the changes by others. Throws Failure, TypeError. */
  async refresh() {
    this.take(await request("studies.outline", { study: this.id }));
  }
}
