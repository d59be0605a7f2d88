/** Defined fields, and the labels of attributes. */
import type { Data } from "../../api/command";
import { useCommandQuery } from "../../api/hooks";
import { attributeLabel } from "../../lib/text/attributeLabel";

export type DefinedField = Data<"listFields">[number];

const NONE: DefinedField[] = [];

/** Defined fields in the form's order; none until they are loaded. */
export function useDefinedFields(): DefinedField[] {
  return useCommandQuery("listFields", {}, { staleTime: 60_000 }).data ?? NONE;
}

/** Returns the label of an attribute with its unit: from its defined field, else from its key. */
export function useAttributeLabel(): (key: string) => string {
  const fields = useDefinedFields();
  return (key) => {
    const field = fields.find((one) => one.key === key);
    return field ? fieldLabel(field) : attributeLabel(key);
  };
}

/** Label of a field with its unit: `Teor (g/L)`. */
export function fieldLabel({ name, unit }: Pick<DefinedField, "name" | "unit">): string {
  return unit === null || unit === "" ? name : `${name} (${unit})`;
}
