/** Categories and changes of them as their page knows them. */
import type { Data, Req } from "../../../api/command";

export type Category = Data<"listCategories">["rows"][number];
export type CategoryPreview = Data<"previewCategory">;
export type CategoryMention = CategoryPreview["mentions"][number];
export type CategoryChange = Req<"changeCategory">["change"];
/** What a person does with a category; a new one is made at the top, or below one. */
export type ChangeKind = CategoryChange["type"];
