/** Labels of fields. */
import { useTranslation } from "react-i18next";
import { recordFields } from "../../bindings";
import { attributeLabel } from "../../lib/text/attributeLabel";
import { useAttributeLabel } from "../fields/useDefinedFields";
import { ATTRIBUTE_NAME, SUGGESTION_EDITS } from "./draft";

/** Columns that count, annotate or link a record; the other columns are its fields. */
const COUNTED = [
  "createdAt",
  "updatedAt",
  "version",
  "deleted",
  "completeness",
  "attachments",
  "images",
  "expected",
  "forbidden",
  "relations",
  "stock",
  "categoriesBelow",
] as const;
const NAMED: readonly string[] = [...recordFields.map(({ name }) => name), ...COUNTED];
type NamedField = Exclude<(typeof recordFields)[number]["name"], "recordId"> | (typeof COUNTED)[number];

/** Returns the label of `externalId`, of the database's `external_id`, or of `attributes.KEY`. */
export function useFieldLabel(): (field: string) => string {
  const { t } = useTranslation();
  const labelOf = useAttributeLabel();
  return (field) => {
    if (field === ATTRIBUTE_NAME) return t("itemForm.newAttribute");
    if (field === SUGGESTION_EDITS) return t("itemForm.suggestionEdits");
    if (field.startsWith("attributes.")) return labelOf(field.slice("attributes.".length));
    const name = camelCase(field);
    return isNamed(name) ? t(`itemField.${name}`) : attributeLabel(field);
  };
}

export function camelCase(field: string): string {
  return field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function isNamed(field: string): field is NamedField {
  return field !== "recordId" && NAMED.includes(field);
}
