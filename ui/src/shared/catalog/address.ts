/** Addresses of pages that other pages link to: catalog, forms, import. */
import type { Kind } from "../../api/types";

export const ITEMS_PATH = "/catalog/items";
export const FAQS_PATH = "/catalog/faqs";
export const SYNONYMS_PATH = "/catalog/synonyms";
export const PRICES_PATH = "/catalog/prices";
export const FIELDS_PATH = "/catalog/fields";
/** The review queue of suggestions. */
export const REVIEW_PATH = "/catalog/review";

/** The personal assistant's records. */
export const PEOPLE_PATH = "/assistant/people";
export const TRACKING_PATH = "/assistant/tracking";
export const MEMORY_PATH = "/assistant/memory";
export const FINANCE_PATH = "/assistant/finance";
export const REMINDERS_PATH = "/assistant/reminders";
export const DECISIONS_PATH = "/assistant/decisions";

/** Address of the page of an item: `id`, or `new`. */
export function itemAddress(id: string): string {
  return `${ITEMS_PATH}?item=${encodeURIComponent(id)}`;
}

/** Address of the form for a new item with this number as its barcode. */
export function newItemAddress(ean: string): string {
  return `${itemAddress("new")}&ean=${encodeURIComponent(ean)}`;
}

/** The form of a new FAQ. */
export const NEW_FAQ = `${FAQS_PATH}?faq=new`;

/** Address of the import of items, FAQs or stock levels. */
export function importAddress(kind: Kind | "stock"): string {
  return kind === "items" ? "/catalog/import" : `/catalog/import?kind=${kind}`;
}
