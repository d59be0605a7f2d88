/** What is typed of a list of prices. */
import type { Req } from "../../../../api/command";
import { nullIfBlank } from "../../../../lib/text/text";
import { readPriceRule } from "../../../../shared/prices/priceRule";
import type { RuleDraft } from "../RuleFields";
import type { PriceList } from "../types";

export type ListDraft = RuleDraft & {
  name: string;
  note: string;
  validFrom: string;
  validUntil: string;
  active: boolean;
};

export function draftOf(stored: PriceList | null): ListDraft {
  return {
    name: stored?.name ?? "",
    validFrom: stored?.validFrom ?? "",
    validUntil: stored?.validUntil ?? "",
    factor: stored?.rule?.factor ?? "",
    cents: stored?.rule?.cents ?? "",
    note: stored?.note ?? "",
    active: stored?.active ?? true,
  };
}

/** Converts the price list's draft to the request's form. */
export function contentOf(draft: ListDraft): Omit<Req<"createPriceList">, "operationId"> {
  return {
    name: draft.name,
    note: nullIfBlank(draft.note),
    validFrom: nullIfBlank(draft.validFrom),
    validUntil: nullIfBlank(draft.validUntil),
    rule: readPriceRule(draft.factor, draft.cents),
    active: draft.active,
  };
}
