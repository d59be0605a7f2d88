/** Groups of synonyms as the list and the form know them. */
import type { Data } from "../../../api/command";

export type StoredGroup = Data<"listSynonyms">[number];
export const KINDS = ["culture", "treatment", "generic"] as const;
