/** The name of a field as people read it. */
import { useTranslation } from "react-i18next";
import { attributeLabel } from "../../lib/text/attributeLabel";

const NAMED = [
  "name",
  "category",
  "manufacturer",
  "price",
  "currency",
  "status",
  "tags",
  "description",
  "notes",
  "externalId",
  "createdAt",
  "updatedAt",
  "version",
  "deleted",
  "completeness",
  "attributes",
  "question",
  "answer",
  "approvedAt",
] as const;
type NamedField = (typeof NAMED)[number];

/** Takes `externalId`, the database's `external_id`, or `attributes.KEY`. */
export function useFieldLabel(): (field: string) => string {
  const { t } = useTranslation();
  return (field) => {
    if (field.startsWith("attributes.")) return attributeLabel(field.slice("attributes.".length));
    const name = camelCase(field);
    return isNamed(name) ? t(`itemField.${name}`) : attributeLabel(field);
  };
}

export function camelCase(field: string): string {
  return field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function isNamed(field: string): field is NamedField {
  return (NAMED as readonly string[]).includes(field);
}
