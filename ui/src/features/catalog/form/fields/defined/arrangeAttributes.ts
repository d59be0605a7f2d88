/** Attributes as the form shows them: those of defined fields by group and place, the others behind them. */
import { fold } from "../../../../../lib/text/text";
import type { AttributeDraft, AttributeKind } from "../../../../../shared/changes/attributes";
import type { DefinedField } from "../../../../../shared/fields/useDefinedFields";

export type ArrangedRow = {
  attribute: AttributeDraft;
  /** Null where the attribute is not defined. */
  field: DefinedField | null;
  /** Whether the item has the attribute, or is only wanted to. */
  isThere: boolean;
  isRequired: boolean;
};

/** Rows below one title; `name` of null stands last and has none. */
export type ArrangedGroup = { name: string | null; rows: ArrangedRow[] };

/**
 * Arranges an item's attributes. `categories`, that of the item and all above it, decide which fields are
 * there to be filled although it lacks them.
 */
export function arrangeAttributes(
  attributes: readonly AttributeDraft[],
  fields: readonly DefinedField[],
  categories: readonly string[],
): ArrangedGroup[] {
  const given = new Map(attributes.map((one) => [one.key, one]));
  const groups = new Map<string | null, ArrangedRow[]>();
  const put = (group: string | null, row: ArrangedRow) => {
    const rows = groups.get(group);
    if (rows) rows.push(row);
    else groups.set(group, [row]);
  };
  const wanted = new Set(categories.map((one) => fold(one.trim())).filter((one) => one !== ""));
  const names = (listed: readonly string[]) => listed.some((one) => wanted.has(fold(one)));
  for (const field of fields) {
    const attribute = given.get(field.key);
    const isRequired = names(field.requiredIn);
    if (!attribute && !isRequired && !names(field.expectedIn)) continue;
    const row = {
      attribute: attribute ?? blankOf(field.key),
      field,
      isThere: attribute !== undefined,
      isRequired,
    };
    put(field.group, row);
  }
  const defined = new Set(fields.map(({ key }) => key));
  for (const attribute of attributes) {
    if (!defined.has(attribute.key)) put(null, { attribute, field: null, isThere: true, isRequired: false });
  }
  const named = [...groups].filter(([name]) => name !== null);
  const rest = groups.get(null);
  return [...named, ...(rest ? [[null, rest] as const] : [])].map(([name, rows]) => ({ name, rows }));
}

/**
 * Takes the first `most` rows of attributes, with all others that are `kept` in sight, and how many are not
 * among them.
 */
export function takeInSight(
  groups: readonly ArrangedGroup[],
  most: number,
  kept: (key: string) => boolean,
): { shown: ArrangedGroup[]; hidden: number } {
  let before = 0;
  let hidden = 0;
  const shown = groups.map(({ name, rows }) => {
    const first = before;
    before += rows.length;
    const inSight = rows.filter(({ attribute }, at) => first + at < most || kept(attribute.key));
    hidden += rows.length - inSight.length;
    return { name, rows: inSight };
  });
  return { shown, hidden };
}

/** Whether the input of the field's type can show what is there; else it is shown as what it is. */
export function isOfField(attribute: AttributeDraft, field: DefinedField): boolean {
  if (attribute.kind === "text" && attribute.text.trim() === "") return true;
  return attribute.kind === KINDS_OF[field.fieldType];
}

const KINDS_OF: Record<DefinedField["fieldType"], AttributeKind> = {
  text: "text",
  longText: "text",
  number: "number",
  price: "number",
  date: "text",
  yesNo: "boolean",
  choice: "text",
  choices: "list",
  gtin: "text",
  ncm: "text",
  link: "text",
};

function blankOf(key: string): AttributeDraft {
  return { key, kind: "text", text: "" };
}
