/** Groups of products that may be one, and what a join makes of them. */
import type { Data, Req } from "../../../api/command";

export type DuplicateGroup = Data<"listDuplicates">["rows"][number];
export type GroupProduct = DuplicateGroup["products"][number];
export type JoinPreview = Data<"previewJoin">;
export type JoinedPackage = JoinPreview["packages"][number];
export type JoinedField = JoinPreview["fields"][number];
export type JoinChoices = NonNullable<Req<"previewJoin">["choices"]>;

/** Key of a group of duplicates, also after one of its products left it. */
export function keyOf({ products }: DuplicateGroup): string {
  return products[0]?.id ?? "";
}
