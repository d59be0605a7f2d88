/**
 * The suggestions of one form: asked for, edited and decided one by one. What is typed over one is the form's to
 * keep, so that it is unsaved like any of its fields.
 */
import { useState } from "react";
import { useCommandMutation } from "../../api/hooks";
import { editBoxId, isTypedEdit, listTypedEdits, type SuggestionEdit } from "./edits";
import type { Outcome } from "./SuggestionCard";
import {
  ASSIST_FIELDS,
  parseValue,
  suggestionsOf,
  type AcceptedValue,
  type AssistField,
  type AssistRequest,
  type Suggestion,
} from "./suggestions";

/** A value for the form, and the trace that it is saved with (`sources` of the save). */
export type AcceptedSuggestion = {
  field: AssistField;
  value: AcceptedValue;
  currency: string | null;
  traceId: string;
};
/** One that stands in the panel; `text` is what it is being edited to, null where it is not. */
export type ListedSuggestion = {
  suggestion: Suggestion;
  traceId: string;
  text: string | null;
  decided: Outcome | null;
  /** Why it is not taken over; null where it may be. */
  barred: string | null;
};

type Input = {
  draft: AssistRequest;
  edits: readonly SuggestionEdit[];
  onEdit: (edits: SuggestionEdit[]) => void;
  onAccept: (accepted: AcceptedSuggestion) => void;
  /** Why a suggestion is not taken over; null where it may be. */
  whyBarred: (suggestion: Suggestion) => string | null;
};

export function useSuggestions({ draft, edits, onEdit, onAccept, whyBarred }: Input) {
  const asked = useCommandMutation("assist");
  const outcome = useCommandMutation("setAssistOutcome");
  const [decided, setDecided] = useState<Partial<Record<AssistField, Outcome>>>({});
  const [active, setActive] = useState(0);
  // Of an earlier visit's answer there is nothing left but the suggestions that were being edited.
  const [earlier, setEarlier] = useState(edits);
  const { data, isPending } = asked;
  const answered = data && !isPending ? suggestionsOf(data) : [];
  const unedited = [
    ...answered.map((suggestion) => ({ suggestion, traceId: data?.traceId ?? "" })),
    ...(isPending ? [] : earlier),
  ];
  const listed = ASSIST_FIELDS.flatMap((field): ListedSuggestion[] => {
    const isOf = ({ suggestion }: Pick<SuggestionEdit, "suggestion">) => suggestion.field === field;
    const edit = edits.find(isOf);
    if (edit) return [{ ...edit, decided: null, barred: whyBarred(edit.suggestion) }];
    const found = unedited.find(isOf);
    if (!found) return [];
    const { suggestion, traceId } = found;
    const barred = whyBarred(suggestion);
    return [{ suggestion, traceId, text: null, decided: decided[field] ?? null, barred }];
  });
  const last = Math.max(0, listed.length - 1);

  const settle = ({ suggestion, traceId }: TracedSuggestion, how: Outcome, value: AcceptedValue) => {
    const { field, currency } = suggestion;
    setDecided((before) => ({ ...before, [field]: how }));
    const accepted = { field, value, currency, traceId };
    if (how !== "rejected") onAccept(accepted);
    outcome.mutate({ traceId, field, outcome: how, value: how === "edited" ? value : null });
    return accepted;
  };
  const without = (field: AssistField) => edits.filter(({ suggestion }) => suggestion.field !== field);
  return {
    asked,
    listed,
    active: Math.min(active, last),
    ask: () => {
      setDecided({});
      setActive(0);
      setEarlier([]);
      asked.mutate(draft);
    },
    move: (at: number) => setActive(Math.max(0, Math.min(at, last))),
    /** `text` of null lets go of what is typed. */
    edit: ({ suggestion, traceId }: TracedSuggestion, text: string | null) => {
      const others = without(suggestion.field);
      onEdit(text === null ? others : [...others, { suggestion, traceId, text }]);
    },
    decide: (one: TracedSuggestion, how: Outcome, value: AcceptedValue) => {
      if (how !== "rejected" && whyBarred(one.suggestion) !== null) return;
      onEdit(without(one.suggestion.field));
      settle(one, how, value);
      setActive((at) => Math.min(at + 1, last));
    },
    /** Takes over all that is typed; null, and the focus there, where one of them is barred or no value of its field. */
    takeEdits: (): AcceptedSuggestion[] | null => {
      const typed = listTypedEdits(edits).map((edit) => ({
        edit,
        value: whyBarred(edit.suggestion) === null ? parseValue(edit.suggestion.field, edit.text) : null,
      }));
      const wrong = typed.find(({ value }) => value === null);
      if (wrong) {
        document.getElementById(editBoxId(wrong.edit))?.focus();
        return null;
      }
      if (typed.length > 0) onEdit(edits.filter((edit) => !isTypedEdit(edit)));
      return typed.flatMap(({ edit, value }) => (value === null ? [] : [settle(edit, "edited", value)]));
    },
  };
}

type TracedSuggestion = Pick<ListedSuggestion, "suggestion" | "traceId">;
export type Suggestions = ReturnType<typeof useSuggestions>;
