/** How drafts of items are told apart and put together: an attribute is a field of its own. */
import {
  changedFields,
  listOf,
  putList,
  sameField,
  takeField,
  type Draft,
  type FieldName,
} from "../../../../shared/changes/draft";
import type { Fields } from "../../shared/conflict/threeWays";

export const ITEM_FIELDS: Fields<Draft, FieldName> = {
  listChanged: changedFields,
  isSame: sameField,
  take: takeField,
  listOf,
  putList,
  // An amount is one in its currency alone.
  tied: [
    ["price", "currency"],
    ["packages", "currency"],
  ],
};
