/** Suggestions of one answer as a list, and what is said of how sure they are. */
import type { Data, Req } from "../../api/command";
import { readPrice, spellNumber } from "../../lib/amount";
import type { Formats } from "../../lib/format";

export type AssistRequest = Req<"assist">;
export type AssistResponse = Data<"assist">;
export type AssistField = keyof AssistResponse["suggestions"];
export type Evidence = NonNullable<AssistResponse["suggestions"]["category"]>["evidence"][number];

/** What a person takes over into the form. */
export type AcceptedValue = string | number | string[];

export type Suggestion = {
  field: AssistField;
  value: AcceptedValue;
  /** Of a price. */
  currency: string | null;
  confidence: number;
  reason: string;
  evidence: Evidence[];
};

/** Fields that can get suggestions, in the order in which the form has them. */
export const ASSIST_FIELDS: readonly AssistField[] = ["category", "price", "tags", "description"];

export function suggestionsOf(response: AssistResponse): Suggestion[] {
  return ASSIST_FIELDS.flatMap((field) => {
    const made = response.suggestions[field];
    return made ? [readStoredSuggestion(field, made)] : [];
  });
}

/** One suggestion as the server keeps it: value, confidence, reason, evidence. */
export function readStoredSuggestion(field: AssistField, stored: unknown): Suggestion {
  const made = stored as Omit<Suggestion, "field"> & { currency?: string | null };
  return {
    field,
    value: made.value,
    currency: made.currency ?? null,
    confidence: made.confidence,
    reason: made.reason,
    evidence: made.evidence,
  };
}

export type Sureness = "sure" | "likely" | "doubtful";

/** Words beside the figure: nine in ten, seven in ten, below. */
export function sureness(confidence: number): Sureness {
  if (confidence >= 0.9) return "sure";
  return confidence >= 0.7 ? "likely" : "doubtful";
}

/** Formats a suggested value as people read it. */
export function formatSuggestion(value: unknown, currency: string | null, formats: Formats): string {
  if (Array.isArray(value)) return value.join("; ");
  if (typeof value === "number") return formats.price(value, currency ?? "BRL");
  return typeof value === "string" ? value : "";
}

/** Writes a suggested value as the text that a person edits. */
export function textOfValue(value: AcceptedValue): string {
  if (Array.isArray(value)) return value.join("; ");
  // As it is read back: three decimals would look like thousands.
  return typeof value === "number" ? spellNumber(value, "en") : value;
}

/** Reads a typed text as a suggested value of `field`; null where it is none. */
export function parseValue(field: AssistField, text: string): AcceptedValue | null {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  if (field === "tags") {
    const tags = trimmed.split(/[;\n]/).map((tag) => tag.trim());
    const written = tags.filter((tag) => tag !== "");
    return written.length === 0 ? null : written;
  }
  if (field !== "price") return trimmed;
  const price = readPrice(trimmed);
  return "value" in price ? price.value : null;
}
