/** What is typed of a field. */
import type { Req } from "../../../api/command";
import { fold, nullIfBlank } from "../../../lib/text/text";
import type { DefinedField, FieldType, FoundField, SearchWeight } from "./types";

export type FieldDraft = {
  key: string;
  name: string;
  unit: string;
  fieldType: FieldType;
  allowed: string[];
  group: string;
  position: string;
  filterable: boolean;
  searchWeight: SearchWeight;
  requiredIn: string[];
  expectedIn: string[];
};

export function draftOf(stored: DefinedField | null): FieldDraft {
  const required = new Set(stored?.requiredIn.map(fold));
  return {
    key: stored?.key ?? "",
    name: stored?.name ?? "",
    unit: stored?.unit ?? "",
    fieldType: stored?.fieldType ?? "text",
    allowed: stored?.allowed ?? [],
    group: stored?.group ?? "",
    position: stored ? String(stored.position) : "",
    filterable: stored?.filterable ?? true,
    searchWeight: stored?.searchWeight ?? "normal",
    requiredIn: stored?.requiredIn ?? [],
    // What requires it expects it too, and is named once.
    expectedIn: (stored?.expectedIn ?? []).filter((category) => !required.has(fold(category))),
  };
}

/** What a field that items have is likely to be. */
export function draftOfFound(found: FoundField): Partial<FieldDraft> {
  const { key, name, fieldType, allowed, expectedIn } = found;
  return { key, name, fieldType, allowed, expectedIn, unit: found.unit ?? "" };
}

/**
 * Converts the draft of a defined field to the request's form. The categories that expect the field are
 * named only where they are other than `known`, which expected it when the form was opened: what others
 * settle of a category meanwhile stays.
 */
export function contentOf(
  draft: FieldDraft,
  known: readonly string[],
): Omit<Req<"saveField">, "operationId" | "id" | "version"> {
  const isExpectedAlike = JSON.stringify(draft.expectedIn) === JSON.stringify(known);
  const hasChoices = draft.fieldType === "choice" || draft.fieldType === "choices";
  return {
    key: draft.key,
    name: draft.name,
    unit: nullIfBlank(draft.unit),
    fieldType: draft.fieldType,
    allowed: hasChoices ? draft.allowed : [],
    group: nullIfBlank(draft.group),
    position: Math.min(10_000, Number.parseInt(draft.position, 10) || 0),
    filterable: draft.filterable,
    searchWeight: draft.searchWeight,
    requiredIn: draft.requiredIn,
    ...(isExpectedAlike ? {} : { expectedIn: draft.expectedIn }),
  };
}
