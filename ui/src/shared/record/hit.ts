/** A hit is an item or a question; this is what both have. */
import type { Hit } from "../../api/types";

export function hitId(hit: Hit): string {
  return hit.item?.id ?? hit.faq?.id ?? "";
}

export function hitTitle(hit: Hit): string {
  return hit.item?.name ?? hit.faq?.question ?? "";
}
