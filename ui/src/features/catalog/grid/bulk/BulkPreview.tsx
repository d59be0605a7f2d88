/** What a bulk edit would do: how many, some of them from what to what, and those that cannot. */
import { Skeleton } from "@mantine/core";
import { IconAlertTriangle, IconArrowRight } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { CommandError, Data } from "../../../../api/command";
import { DataText } from "../../../../components/DataText";
import { useErrorText } from "../../../../components/useErrorText";
import { useFormats } from "../../../../i18n/language";
import { cutAlike } from "../../../../lib/text/cutting";
import { useFieldLabel } from "../../../../shared/changes/useFieldLabel";
import { useValueText } from "../../../../shared/changes/useValueText";
import classes from "./Bulk.module.css";

type Preview = Data<"previewBulkEdit">;
type Props = {
  preview: UseQueryResult<Preview, CommandError>;
  /** Of what the changed items are counted. */
  of: "selection" | "catalog";
  waiting: boolean;
};

/** Characters of a value that tell it from another. */
const SHOWN = 120;

export function BulkPreview({ preview, of, waiting }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const describe = useErrorText();
  if (waiting) return <p className={classes.hint}>{t("grid.bulk.hint")}</p>;
  if (preview.error)
    return (
      <p className={classes.bad} role="alert">
        <DataText text={reason(preview.error) ?? describe(preview.error)} />
      </p>
    );
  if (!preview.data) return <Skeleton h={120} aria-busy />;
  const { matched, changed, unchanged, problemCount, problems, sample } = preview.data;
  return (
    <section className={classes.preview} aria-label={t("grid.bulk.preview")} aria-busy={preview.isFetching}>
      <p className={classes.counts} role="status">
        <strong>{t("grid.bulk.changed", formats.placeCount(changed))}</strong>
        <span>{t(of === "catalog" ? "grid.merge.of" : "grid.bulk.of", formats.placeCount(matched))}</span>
        {of === "selection" && unchanged > 0 && (
          <span>{t("grid.bulk.unchanged", formats.placeCount(unchanged))}</span>
        )}
        {problemCount > 0 && (
          <span className={classes.bad}>{t("grid.bulk.problems", formats.placeCount(problemCount))}</span>
        )}
      </p>
      {problems.length > 0 && <Problems problems={problems} />}
      {sample.length > 0 && <Sample sample={sample} />}
    </section>
  );
}

function Problems({ problems }: { problems: Preview["problems"] }) {
  return (
    <ul className={classes.problems} tabIndex={0}>
      {problems.map(({ id, name, field, message }) => (
        <li key={`${id}${field}`}>
          <IconAlertTriangle size={14} aria-hidden />
          <span>
            <DataText text={name} />: <DataText text={message} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Sample({ sample }: { sample: Preview["sample"] }) {
  const { t } = useTranslation();
  const label = useFieldLabel();
  return (
    <div className={classes.scroll} tabIndex={0}>
      <table className={classes.sample}>
        <caption className="visually-hidden">{t("grid.bulk.preview")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("itemField.name")}</th>
            <th scope="col">{t("grid.bulk.field")}</th>
            <th scope="col">{t("grid.bulk.from")}</th>
            <th scope="col">{t("grid.bulk.to")}</th>
          </tr>
        </thead>
        <tbody>
          {sample.map(({ id, name, field, from, to }) => (
            <tr key={`${id}${field}`}>
              <td>
                <DataText text={name} />
              </td>
              <td>
                <DataText text={label(field)} />
              </td>
              <Change field={field} from={from} to={to} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Change({ field, from, to }: { field: string; from: unknown; to: unknown }) {
  const spell = useValueText();
  const [before, after] = cutAlike([spell(field, from), spell(field, to)], SHOWN);
  return (
    <>
      <td className={classes.from}>
        <Value text={before} />
      </td>
      <td>
        <IconArrowRight size={13} aria-hidden className={classes.arrow} />
        <Value text={after} />
      </td>
    </>
  );
}

function Value({ text }: { text: string }) {
  const { t } = useTranslation();
  return text === "" ? <em>{t("itemForm.nothing")}</em> : <DataText text={text} />;
}

/** Words what is wrong with the bulk change itself: the first of its fields says it best. */
function reason(error: CommandError): string | null {
  const { fields } = (error.details ?? {}) as { fields?: { value: string; allowed: string }[] };
  const first = fields?.[0];
  return first ? `${error.message} (${first.allowed})` : null;
}
