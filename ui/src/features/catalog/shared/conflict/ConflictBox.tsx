/**
 * Another person, or this tab in another place, saved first: both versions side by side. What only one changed is settled; where both
 * did, one of them is chosen, field by field, before anything can be saved. Of lists both can be had: where the two
 * do not stand against each other, that is chosen from the beginning.
 */
import { Button } from "@mantine/core";
import { IconGitMerge } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../../components/DataText";
import { useFormats } from "../../../../i18n/language";
import classes from "./Conflict.module.css";
import { FieldChoice } from "./FieldChoice";
import { joinWays, splitWays, type Fields, type Side } from "./threeWays";

/** What people read of a field. */
export type FieldWords<D, F extends string> = {
  label: (field: F) => string;
  /** Its value; blank where there is none. */
  text: (draft: D, field: F) => string;
};

type Props<D, F extends string> = {
  /** Of the heading, for those who are led to it. */
  id: string;
  title: string;
  /** What was saved, and when. */
  newer: { version: number; updatedAt: string };
  fields: Fields<D, F>;
  words: FieldWords<D, F>;
  /** What the changes started from. */
  base: D;
  theirs: D;
  mine: D;
  /** `conflicts` are the fields that were in question. */
  onMerge: (merged: D, conflicts: readonly F[]) => void;
  /** Offers to let go of everything of mine, where this is given. */
  onTakeTheirs?: (conflicts: readonly F[]) => void;
};

export function ConflictBox<D, F extends string>(props: Props<D, F>) {
  const { id, title, newer, fields, words, base, theirs, mine, onMerge, onTakeTheirs } = props;
  const { t } = useTranslation();
  const formats = useFormats();
  const [choices, setChoices] = useState<ReadonlyMap<F, Side>>(new Map());
  const ways = splitWays(fields, base, theirs, mine);
  const certain = [...ways.unions].flatMap(([field, union]) =>
    union.isCertain ? [[field, "both"] as const] : [],
  );
  const chosen: ReadonlyMap<F, Side> = new Map([...certain, ...choices]);
  const open = ways.conflicts.filter((field) => !chosen.has(field));
  const unitedText = (field: F) => {
    const union = ways.unions.get(field);
    return union ? words.text(fields.putList(theirs, field, union.values), field) : null;
  };
  const listLabels = (some: readonly F[]) => formats.list(some.map(words.label));
  return (
    <section className={classes.box} aria-labelledby={id}>
      <h3 id={id} className={classes.title} tabIndex={-1}>
        <IconGitMerge size={18} aria-hidden />
        {title}
      </h3>
      <p className={classes.text} role="alert">
        {t(ways.conflicts.length > 0 ? "itemForm.conflict.text" : "itemForm.conflict.apart", {
          at: formats.dateTime(newer.updatedAt),
          version: newer.version,
        })}
      </p>
      {ways.conflicts.length > 0 && (
        <ul className={classes.fields}>
          {ways.conflicts.map((field) => (
            <li key={field}>
              <FieldChoice
                label={words.label(field)}
                before={words.text(base, field)}
                theirs={words.text(theirs, field)}
                mine={words.text(mine, field)}
                both={unitedText(field)}
                choice={chosen.get(field) ?? null}
                onChoose={(side) => setChoices(new Map(choices).set(field, side))}
              />
            </li>
          ))}
        </ul>
      )}
      {(["theirs", "mine"] as const).map(
        (side) =>
          ways[side].length > 0 && (
            <p key={side} className={classes.text}>
              <DataText text={t(`itemForm.conflict.only.${side}`, { fields: listLabels(ways[side]) })} />
            </p>
          ),
      )}
      <div className={classes.actions}>
        <Button
          size="xs"
          disabled={open.length > 0}
          onClick={() => onMerge(joinWays(fields, ways, theirs, mine, chosen), ways.conflicts)}
        >
          {t("itemForm.conflict.merge")}
        </Button>
        {onTakeTheirs && (
          <Button size="xs" variant="default" onClick={() => onTakeTheirs(ways.conflicts)}>
            {t("itemForm.conflict.takeTheirs")}
          </Button>
        )}
        {open.length > 0 && (
          <span className={classes.open}>{t("itemForm.conflict.open", { count: open.length })}</span>
        )}
      </div>
    </section>
  );
}
