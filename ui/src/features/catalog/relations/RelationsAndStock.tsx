/**
 * What stands beside an item: its relations and its stock. Each is stored at once by its own button, and is no part of
 * the form around it.
 */
import type { Item } from "../../../api/types";
import { useMay } from "../../../shared/account/useMe";
import { Relations } from "./Relations";
import classes from "./relations.module.css";
import { Stock } from "./stock/Stock";

export function RelationsAndStock({ item }: { item: Item }) {
  const mayEdit = useMay("edit");
  return (
    <div className={classes.sections}>
      <Stock itemId={item.id} packages={item.packages ?? []} editable={mayEdit} />
      <Relations itemId={item.id} editable={mayEdit} />
    </div>
  );
}
