/** The fields that are defined, and what attributes are called by them. */
import type { Data } from "../../api/command";
import { useCommandQuery } from "../../api/hooks";
import { attributeLabel } from "../../lib/text/attributeLabel";

export type DefinedField = Data<"listFields">[number];

const NONE: DefinedField[] = [];

/** In the order of the form; none until they are known. */
export function useDefinedFields(): DefinedField[] {
  return useCommandQuery("listFields", {}, { staleTime: 60_000 }).data ?? NONE;
}

/** The name of an attribute with its unit: that of its field, or what its key says. */
export function useAttributeLabel(): (key: string) => string {
  const fields = useDefinedFields();
  return (key) => {
    const field = fields.find((one) => one.key === key);
    return field ? fieldLabel(field) : attributeLabel(key);
  };
}

/** `Teor (g/L)`. */
export function fieldLabel({ name, unit }: Pick<DefinedField, "name" | "unit">): string {
  return unit === null || unit === "" ? name : `${name} (${unit})`;
}
