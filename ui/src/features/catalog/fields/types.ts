/** Defined fields as their page knows them. */
import type { Data } from "../../../api/command";

export type { DefinedField } from "../../../shared/fields/useDefinedFields";
export type FieldType = Data<"listFields">[number]["fieldType"];
export type SearchWeight = Data<"listFields">[number]["searchWeight"];
export type FoundField = Data<"findFields">["undefined"][number];
export type DeletedField = NonNullable<Data<"findFields">["deleted"]>[number];
export type FieldPreview = Data<"previewField">;
export type FieldChange = Data<"fieldHistory">[number];

/** Weights of a defined field in searches, from nothing to most. */
export const SEARCH_WEIGHTS = ["none", "normal", "strong"] as const satisfies readonly SearchWeight[];

/** Types of defined fields, in the order in which people choose among them. */
export const FIELD_TYPES = [
  "text",
  "longText",
  "number",
  "price",
  "date",
  "yesNo",
  "choice",
  "choices",
  "gtin",
  "ncm",
  "link",
] as const satisfies readonly FieldType[];
