/** Suggestions for what is still empty in the form of an item: accepted, they are changes like any other. */
import { spellPrice } from "../../../lib/amount";
import { toFields, type Draft } from "../../../shared/changes/draft";
import { useRepricing } from "../../../shared/suggestions/useRepricing";
import { useSuggestions, type AcceptedSuggestion } from "../../../shared/suggestions/useSuggestions";
import type { ItemForm } from "./useItemForm";

export function useFormSuggestions(form: ItemForm) {
  const { base, draft, language } = form;
  const whyRepriced = useRepricing();
  const { name, description, category, manufacturer, price, currency, tags, attributes, notes } = toFields(
    draft,
    base,
    language,
  );
  const content = { name, description, category, manufacturer, price, currency, tags, attributes, notes };
  const asked = { ...content, itemId: base?.id ?? null };
  const partOf = ({ field, value, currency: of }: AcceptedSuggestion): Partial<Draft> => ({
    [field]: typeof value === "number" ? spellPrice(value, language) : value,
    ...(of === null ? {} : { currency: of }),
  });
  const panel = useSuggestions({
    draft: asked,
    edits: draft.suggestionEdits,
    onEdit: (suggestionEdits) => form.change({ suggestionEdits }),
    whyBarred: (suggestion) =>
      whyRepriced(suggestion, {
        currency: content.currency ?? "",
        hasPackagePrices: draft.packages.some(({ price }) => price.trim() !== ""),
      }),
    onAccept: (accepted) => form.accept(partOf(accepted), { [accepted.field]: accepted.traceId }),
  });
  return {
    asked,
    panel,
    /** Takes over what is being edited; returns what that changes, or to null where it cannot be. */
    take: (): Partial<Draft> | null => {
      const accepted = panel.takeEdits();
      return accepted && accepted.reduce<Partial<Draft>>((part, one) => ({ ...part, ...partOf(one) }), {});
    },
  };
}

export type FormSuggestions = ReturnType<typeof useFormSuggestions>;
