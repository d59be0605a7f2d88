/**
 * Another person, or this tab in another place, saved first: both versions side by side. What only one changed is settled; where both
 * did, one of them is chosen, field by field, before anything can be saved.
 */
import { Button, SegmentedControl } from "@mantine/core";
import { IconGitMerge } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Item } from "../../../../api/types";
import { DataText } from "../../../../components/DataText";
import { useUndoToast } from "../../../../components/toast/useUndoToast";
import { useFormats } from "../../../../i18n/language";
import { useFieldLabel } from "../../../../shared/changes/useFieldLabel";
import classes from "./ConflictView.module.css";
import { fieldText, fromItem, type Draft, type FieldName } from "../../../../shared/changes/draft";
import { fieldId } from "../fields/FormField";
import { mergeWays, threeWays, type Side } from "./merge";
import type { ItemForm } from "../useItemForm";

/** The heading, for those who are led to it. */
export const CONFLICT_ID = "item-conflict";

export function ConflictView({ form, newer }: { form: ItemForm; newer: Item }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const showUndoable = useUndoToast();
  const [choices, setChoices] = useState<ReadonlyMap<FieldName, Side>>(new Map());
  const theirs = fromItem(newer, form.language);
  const ways = threeWays(form.baseDraft, theirs, form.draft);
  const open = ways.conflicts.filter((field) => !choices.has(field));
  /** The choice takes this view away: one goes on at the first field that was in question. */
  const goOn = (draft: Draft) => {
    const [first = "name"] = ways.conflicts;
    const field = document.getElementById(fieldId(first)) ?? document.getElementById(fieldId("name"));
    field?.focus();
    form.rebase(newer, draft);
  };
  const takeTheirs = () => {
    const bringBack = form.noteDraft();
    goOn(theirs);
    showUndoable(t("drafts.discarded"), bringBack);
  };
  const choose = (field: FieldName, side: Side) => setChoices(new Map(choices).set(field, side));

  return (
    <section className={classes.box} aria-labelledby={CONFLICT_ID}>
      <h3 id={CONFLICT_ID} className={classes.title} tabIndex={-1}>
        <IconGitMerge size={18} aria-hidden />
        {t(form.newerIsOwn ? "itemForm.conflict.ownTitle" : "itemForm.conflict.title")}
      </h3>
      <p className={classes.text} role="alert">
        {t("itemForm.conflict.text", { at: formats.dateTime(newer.updatedAt), version: newer.version })}
      </p>
      {ways.conflicts.length > 0 && (
        <ul className={classes.fields}>
          {ways.conflicts.map((field) => (
            <li key={field}>
              <Choice
                field={field}
                before={fieldText(form.baseDraft, field)}
                theirs={fieldText(theirs, field)}
                mine={fieldText(form.draft, field)}
                choice={choices.get(field) ?? null}
                onChoose={(side) => choose(field, side)}
              />
            </li>
          ))}
        </ul>
      )}
      <Settled kind="theirs" fields={ways.theirs} />
      <Settled kind="mine" fields={ways.mine} />
      <div className={classes.actions}>
        <Button
          size="xs"
          disabled={open.length > 0}
          onClick={() => goOn(mergeWays(ways, theirs, form.draft, choices))}
        >
          {t("itemForm.conflict.merge")}
        </Button>
        <Button size="xs" variant="default" onClick={takeTheirs}>
          {t("itemForm.conflict.takeTheirs")}
        </Button>
        {open.length > 0 && (
          <span className={classes.open}>{t("itemForm.conflict.open", { count: open.length })}</span>
        )}
      </div>
    </section>
  );
}

type ChoiceProps = {
  field: FieldName;
  before: string;
  theirs: string;
  mine: string;
  choice: Side | null;
  onChoose: (side: Side) => void;
};

function Choice({ field, before, theirs, mine, choice, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  const label = useFieldLabel()(field);
  return (
    <div className={classes.field} role="group" aria-label={label}>
      <div className={classes.head}>
        <strong>
          <DataText text={label} />
        </strong>
        <SegmentedControl
          className={classes.choice}
          size="xs"
          aria-label={t("itemForm.conflict.choose", { field: label })}
          // Neither is taken for granted.
          value={choice ?? ""}
          onChange={(side) => onChoose(side as Side)}
          data={[
            { value: "theirs", label: t("itemForm.conflict.theirs") },
            { value: "mine", label: t("itemForm.conflict.mine") },
          ]}
        />
        <span className={classes.before}>
          {t("itemForm.conflict.was")}{" "}
          {before === "" ? <em>{t("itemForm.nothing")}</em> : <DataText text={before} />}
        </span>
      </div>
      <div className={classes.sides}>
        <div className={classes.side} data-chosen={choice === "theirs" || undefined} tabIndex={0}>
          <span className={classes.who}>{t("itemForm.conflict.theirs")}</span>
          <Shown text={theirs} />
        </div>
        <div className={classes.side} data-chosen={choice === "mine" || undefined} tabIndex={0}>
          <span className={classes.who}>{t("itemForm.conflict.mine")}</span>
          <Shown text={mine} />
        </div>
      </div>
    </div>
  );
}

function Shown({ text }: { text: string }) {
  const { t } = useTranslation();
  return text === "" ? <em>{t("itemForm.nothing")}</em> : <DataText text={text} multiline />;
}

function Settled({ kind, fields }: { kind: Side; fields: FieldName[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const label = useFieldLabel();
  if (fields.length === 0) return null;
  return (
    <p className={classes.text}>
      <DataText text={t(`itemForm.conflict.only.${kind}`, { fields: formats.list(fields.map(label)) })} />
    </p>
  );
}
