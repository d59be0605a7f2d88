/** Values that the catalog does not have, and those that they look like: merged before they come in. */
import { Autocomplete, Button, Checkbox, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import { cleanText } from "../../../lib/text/text";
import { useKnownValues } from "../../../shared/filters/useKnownValues";
import { useFieldLabel } from "../../../shared/changes/useFieldLabel";
import { valueKey, type ImportResult, type NewValue } from "../columns/targets";
import { choiceOf, listTicked, proposeChoice } from "../state/ticked";
import type { MergeChoice } from "../state/choices/useDecisions";
import type { ImportDesk } from "../state/useImport";
import classes from "../Import.module.css";

/** Values shown at once. */
const PAGE = 25;

export function NewValues({ desk, report }: { desk: ImportDesk; report: ImportResult["report"] }) {
  const { t } = useTranslation();
  const { placeCount } = useFormats();
  const [shown, setShown] = useState(PAGE);
  const { newValues, newValueCount } = report;
  const near = newValues.filter((value) => value.near !== null).length;
  const choose = (value: NewValue, next: MergeChoice) => {
    const { to, merged } = proposeChoice(value);
    const isProposed = next.to === to && next.merged === merged;
    desk.chooseMerge(valueKey(value.field, value.value), isProposed ? null : next);
  };
  const merges = listTicked(newValues, desk);
  return (
    <section aria-labelledby="import-new-values">
      <div className={classes.sectionHead}>
        <h3 id="import-new-values" className={classes.subheading}>
          {t("import.newValues.title", placeCount(newValueCount))}
        </h3>
        {merges.length > 0 && (
          <Button
            size="xs"
            variant="light"
            disabled={desk.work !== null}
            onClick={() => void desk.merge(merges)}
          >
            {t("import.newValues.merge", placeCount(merges.length))}
          </Button>
        )}
      </div>
      {near > 0 && (
        <Text size="sm" c="dimmed">
          {t("import.newValues.near", placeCount(near))}
        </Text>
      )}
      {newValues.length > 0 && merges.length === 0 && (
        <Text size="sm" c="dimmed">
          {t("import.newValues.nothingToMerge")}
        </Text>
      )}
      {newValues.length > 0 && (
        <div className={classes.scroll} tabIndex={0}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t("import.newValues.field")}</th>
                <th scope="col">{t("import.newValues.value")}</th>
                <th scope="col">{t("import.newValues.rows")}</th>
                <th scope="col">{t("import.newValues.to")}</th>
              </tr>
            </thead>
            <tbody>
              {newValues.slice(0, shown).map((value) => (
                <ValueRow
                  key={valueKey(value.field, value.value)}
                  value={value}
                  choice={choiceOf(value, desk)}
                  disabled={desk.work !== null}
                  onChoice={(next) => choose(value, next)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {newValues.length > shown && (
        <Button size="compact-sm" variant="subtle" onClick={() => setShown(shown * 4)}>
          {t("import.newValues.more", placeCount(newValues.length - shown))}
        </Button>
      )}
      <MergedValues desk={desk} />
    </section>
  );
}

type RowProps = {
  value: NewValue;
  choice: MergeChoice;
  disabled: boolean;
  onChoice: (choice: MergeChoice) => void;
};

function ValueRow({ value, choice, disabled, onChoice }: RowProps) {
  const { t } = useTranslation();
  const { integer } = useFormats();
  const label = useFieldLabel();
  const known = useKnownValues(value.field);
  const offered = [...new Set([value.near, ...known].filter((one) => one !== null).map(cleanText))];
  return (
    <tr data-near={value.near !== null || undefined}>
      <td>{label(value.field)}</td>
      <th scope="row">
        <DataText text={value.value} />
      </th>
      <td className={classes.number}>{integer(value.rows)}</td>
      <td>
        <div className={classes.mergeTo}>
          <Checkbox
            checked={choice.merged}
            disabled={disabled || choice.to.trim() === ""}
            aria-label={t("import.newValues.mergeOne", { value: cleanText(value.value) })}
            onChange={(event) => onChoice({ ...choice, merged: event.currentTarget.checked })}
          />
          <Autocomplete
            size="xs"
            data={offered}
            limit={12}
            value={choice.to}
            disabled={disabled}
            placeholder={t("import.newValues.stays")}
            aria-label={t("import.newValues.toOf", { value: cleanText(value.value) })}
            onChange={(to) => onChoice({ to, merged: to.trim() !== "" })}
          />
        </div>
      </td>
    </tr>
  );
}

/** What was merged before this check, and the way back. */
function MergedValues({ desk }: { desk: ImportDesk }) {
  const { t } = useTranslation();
  if (desk.merges.size === 0) return null;
  return (
    <ul className={classes.merged} aria-label={t("import.newValues.merged")}>
      {[...desk.merges.values()].map((merge) => (
        <li key={valueKey(merge.field, merge.from)}>
          <DataText text={t("import.newValues.mergedTo", { from: merge.from, to: merge.to })} />
          <Button
            size="compact-xs"
            variant="subtle"
            disabled={desk.work !== null}
            onClick={() => void desk.merge([], [merge])}
          >
            {t("import.newValues.apart")}
          </Button>
        </li>
      ))}
    </ul>
  );
}
