/** A stored value as a line of text: numbers and states as people write them, also inside of lists. */
import { useTranslation } from "react-i18next";
import type { ItemRelation, ItemStockLevel, Package } from "../../bindings";
import { useFormats } from "../../i18n/language";
import { attributeLabel } from "../../lib/text/attributeLabel";

/** As crates/store/src/catalog/item_rows tells the history. */
type Relation = Pick<ItemRelation, "kind" | "direction" | "status"> & { name: string | null };
type PictureOrder = { names: string[] };
type Level = Pick<ItemStockLevel, "package" | "place" | "quantity" | "unit" | "countedAt">;

const STATUSES = ["ativo", "inativo", "rascunho"] as const;
type Status = (typeof STATUSES)[number];

/** Empty where there is nothing; prices are written with `currency` where it is given. */
export function useValueText(): (field: string, value: unknown, currency?: string) => string {
  const { t } = useTranslation();
  const { amount, price, dateTime, plainNumber } = useFormats();
  const spellPrice = (value: number, currency: string | undefined): string =>
    currency === undefined ? amount(value) : price(value, currency);
  /** What has no field of its own: a value of an attribute, or a part of one. */
  const spell = (value: unknown): string => {
    if (value === null || value === undefined) return "";
    if (typeof value === "boolean") return t(value ? "value.yes" : "value.no");
    if (typeof value === "number") return plainNumber(value);
    if (Array.isArray(value)) return value.map(spell).join("; ");
    if (typeof value === "string") return value;
    if (typeof value !== "object") return "";
    return Object.entries(value)
      .map(([key, part]) => `${attributeLabel(key)}: ${spell(part) || "–"}`)
      .join(", ");
  };
  const spellPackage = (one: Package, currency: string | undefined): string => {
    const price = one.price === null || one.price === undefined ? "" : spellPrice(one.price, currency);
    const status = one.status === "inativo" ? t("record.status.inativo") : "";
    return [one.label, one.code, one.ean, price, status].filter((part) => part).join(" · ");
  };
  const spellRelation = (one: Relation): string => {
    const kind = t(
      one.direction === "incoming" ? "itemField.relation.replaced_by" : `itemField.relation.${one.kind}`,
    );
    const refused = one.status === "refused" ? ` (${t("itemField.relation.refused")})` : "";
    return `${kind}: ${one.name ?? "–"}${refused}`;
  };
  const spellLevel = (one: Level): string => {
    const amount = [plainNumber(one.quantity), one.unit].filter((part) => part).join(" ");
    return [one.package, one.place, amount, dateTime(one.countedAt)].filter((part) => part).join(" · ");
  };
  return (field, value, currency) => {
    if (field === "relations") return listOf<Relation>(value).map(spellRelation).join("; ");
    if (field === "stock") return listOf<Level>(value).map(spellLevel).join("; ");
    if (field === "images") return listOf<PictureOrder>(value).map(spellPictureOrder).join("; ");
    if (field === "price" && isNumeric(value)) return spellPrice(Number(value), currency);
    if (field === "approvedAt" && typeof value === "string") return dateTime(value);
    if (field === "packages" && Array.isArray(value))
      return value.map((one: Package) => spellPackage(one, currency)).join("; ");
    if (field === "status" && isStatus(value)) return t(`record.status.${value}`);
    return spell(value);
  };
}

/** Words a change in the order of an item's pictures, the main one first. */
function spellPictureOrder({ names }: PictureOrder): string {
  return names.map((name, at) => `${at + 1}. ${name}`).join(" · ");
}

/** What stands there, one of several or alone: a conflict tells of one. */
function listOf<T>(value: unknown): T[] {
  if (Array.isArray(value)) return value as T[];
  return value === null || value === undefined ? [] : [value as T];
}

function isNumeric(value: unknown): boolean {
  return (
    (typeof value === "number" || (typeof value === "string" && value.trim() !== "")) &&
    !Number.isNaN(Number(value))
  );
}

function isStatus(value: unknown): value is Status {
  return (STATUSES as readonly unknown[]).includes(value);
}
