/** Where records are kept, edited and imported: what other pages link to. */
import type { Kind } from "../../api/types";

export const ITEMS_PATH = "/catalog/items";
export const FAQS_PATH = "/catalog/faqs";
export const SYNONYMS_PATH = "/catalog/synonyms";
export const PRICES_PATH = "/catalog/prices";
export const FIELDS_PATH = "/catalog/fields";
/** Where suggestions wait for a person. */
export const REVIEW_PATH = "/catalog/review";

/** Where the records of the personal assistant are. */
export const PEOPLE_PATH = "/assistant/people";
export const TRACKING_PATH = "/assistant/tracking";
export const MEMORY_PATH = "/assistant/memory";
export const FINANCE_PATH = "/assistant/finance";
export const REMINDERS_PATH = "/assistant/reminders";
export const DECISIONS_PATH = "/assistant/decisions";

/** `id` of the item, or `new`. */
export function itemAddress(id: string): string {
  return `${ITEMS_PATH}?item=${encodeURIComponent(id)}`;
}

/** A new item with this number under its bars. */
export function newItemAddress(ean: string): string {
  return `${itemAddress("new")}&ean=${encodeURIComponent(ean)}`;
}

/** Where a first question is written. */
export const NEW_FAQ = `${FAQS_PATH}?faq=new`;

/** Where a file of items, of questions or of counts of stock is imported. */
export function importAddress(kind: Kind | "stock"): string {
  return kind === "items" ? "/catalog/import" : `/catalog/import?kind=${kind}`;
}
