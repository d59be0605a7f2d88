/** The defined field that a person means by what is typed for the name of an attribute. */
import { fold } from "../../../../../lib/text/text";
import { fieldLabel, type DefinedField } from "../../../../../shared/fields/useDefinedFields";

/** By its attribute, its name with its unit, or its name where no other field has that; null where none is meant. */
export function findField(fields: readonly DefinedField[], typed: string): DefinedField | null {
  const wanted = fold(typed.trim());
  if (wanted === "") return null;
  const asKey = wanted.replace(/\s+/g, "_");
  const isKey = ({ key }: DefinedField) => fold(key) === wanted || fold(key) === asKey;
  const found = fields.find(isKey) ?? fields.find((one) => fold(fieldLabel(one)) === wanted);
  if (found) return found;
  const [only, ...others] = fields.filter(({ name }) => fold(name) === wanted);
  return only && others.length === 0 ? only : null;
}
