/** A list on the page whose rows stay while their items stay: nobody loses the button that they are about to press. */

/**
 * @template {{id: string}} Item
 */
export class List {
  /** @type {Map<string, {item: Item, row: HTMLElement}>} */
  #rows = new Map();

  /**
   * @param {Element} element
   * @param {(item: Item) => HTMLElement} make the row of an item
   */
  constructor(element, make) {
    this.element = element;
    this.make = make;
  }

  /**
   * Shows these items in this order.
   * @param {Item[]} items
   */
  show(items) {
    const rows = new Map(items.map((item) => [item.id, { item, row: this.#row(item) }]));
    const focused = this.#focused();
    for (const [id, { row }] of this.#rows) if (rows.get(id)?.row !== row) row.remove();
    [...rows.values()].forEach(({ row }, place) => {
      if (this.element.children[place] !== row) this.element.insertBefore(row, this.element.children[place] ?? null);
    });
    this.#rows = rows;
    if (focused && !this.element.contains(document.activeElement))
      /** @type {HTMLElement | null | undefined} */ (rows.get(focused)?.row.querySelector("a, button"))?.focus();
  }

  /** @param {Item} item */
  #row(item) {
    const shown = this.#rows.get(item.id);
    return shown?.item === item ? shown.row : this.make(item);
  }

  /** The id of the item that has the focus. */
  #focused() {
    for (const [id, { row }] of this.#rows) if (row.contains(document.activeElement)) return id;
    return undefined;
  }
}
