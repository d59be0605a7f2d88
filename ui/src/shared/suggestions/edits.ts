/** Suggestions while a person edits them: what is typed over each, until it is taken over or let go of. */
import { textOfValue, type Suggestion } from "./suggestions";

export type SuggestionEdit = {
  suggestion: Suggestion;
  /** Of the answer that it came with. */
  traceId: string;
  text: string;
};

/** The box that it is edited in, for those who lead into it from elsewhere. */
export function editBoxId({ suggestion, traceId }: Omit<SuggestionEdit, "text">): string {
  return `assist-edit-${traceId}-${suggestion.field}`;
}

/** Lists the edits of suggestions whose text is another than what was suggested. */
export function listTypedEdits(edits: readonly SuggestionEdit[]): SuggestionEdit[] {
  return edits.filter(isTypedEdit);
}

export function isTypedEdit({ suggestion, text }: Pick<SuggestionEdit, "suggestion" | "text">): boolean {
  return text !== textOfValue(suggestion.value);
}
