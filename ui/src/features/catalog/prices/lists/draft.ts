/** What is typed of a list of prices. */
import type { Req } from "../../../../api/command";
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

/** As the program takes it. */
export function contentOf(draft: ListDraft): Omit<Req<"createPriceList">, "operationId"> {
  const filled = (text: string) => (text.trim() === "" ? null : text);
  return {
    name: draft.name,
    note: filled(draft.note),
    validFrom: filled(draft.validFrom),
    validUntil: filled(draft.validUntil),
    rule: readPriceRule(draft.factor, draft.cents),
    active: draft.active,
  };
}
