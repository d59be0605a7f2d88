/** Records with the same name, or nearly: a product that is there already is seen at once. */
import { useDebouncedValue } from "@mantine/hooks";
import { IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCommandQuery } from "../../../../api/hooks";
import type { Item } from "../../../../api/types";
import { DataText } from "../../../../components/DataText";
import classes from "./Duplicates.module.css";
import { nearNames, type Near } from "./nearNames";
import type { ItemForm } from "../useItemForm";
import { itemAddress } from "../../../../shared/catalog/address";

/** A pause in typing. Milliseconds. */
const PAUSE_MS = 400;
const SHORTEST = 3;
const SHOWN = 3;

export function Duplicates({ form }: { form: ItemForm }) {
  const { t } = useTranslation();
  const near = useNear(form);
  if (near.length === 0) return null;
  return (
    <div className={classes.box} role="status">
      <IconCopy size={16} aria-hidden className={classes.icon} />
      <div>
        <span className={classes.title}>{t("itemForm.duplicates")}</span>
        <ul className={classes.list}>
          {near.slice(0, SHOWN).map(({ item, same }) => (
            <li key={item.id}>
              <Link to={itemAddress(item.id)}>
                <DataText text={item.name} />
              </Link>
              <span className={classes.about}>
                {item.manufacturer && (
                  <>
                    {" · "}
                    <DataText text={item.manufacturer} />
                  </>
                )}
                {" · "}
                {t(`itemForm.same.${same}`)}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Asked for only where the name is being written: an old record is not questioned every time it is opened. */
function useNear(form: ItemForm): Near[] {
  const { name, manufacturer } = form.draft;
  const [query] = useDebouncedValue(name.trim(), PAUSE_MS);
  const enabled = query.length >= SHORTEST && (form.base === null || form.changed.includes("name"));
  const found = useCommandQuery("search", { query, limit: 10, explain: false }, { enabled });
  const listed = useCommandQuery("listItems", { text: query, limit: 10 }, { enabled });
  if (!enabled) return [];
  const items = [
    ...(listed.data?.rows ?? []),
    ...(found.data?.results ?? []).flatMap(({ item }): Item[] => (item ? [item] : [])),
  ].filter(({ id }) => id !== form.base?.id);
  return nearNames({ name: query, manufacturer }, items);
}
