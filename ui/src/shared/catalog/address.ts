/** Where an item is edited: what other pages link to. */

export const ITEMS_PATH = "/catalog/items";

/** `id` of the item, or `new`. */
export function itemAddress(id: string): string {
  return `${ITEMS_PATH}?item=${encodeURIComponent(id)}`;
}
