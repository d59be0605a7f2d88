/** What a change of prices would do: how many, what stands out, and the prices from what to what. */
import { Skeleton } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { CommandError } from "../../../../api/command";
import { QueryError } from "../../../../components/QueryError";
import { useFormats } from "../../../../i18n/language";
import { useFieldErrors } from "../../../../shared/forms/fieldErrors";
import { DataText } from "../../../../components/DataText";
import classes from "../prices.module.css";
import type { PricePreview } from "../types";
import { MarkBadge, PriceTable } from "./PriceTable";

type Props = {
  preview: UseQueryResult<PricePreview, CommandError>;
  /** What is to change is not said yet. */
  waiting: boolean;
};

export function ChangePreview({ preview, waiting }: Props) {
  const { t } = useTranslation();
  const { integer, placeCount } = useFormats();
  const problems = Object.values(useFieldErrors()(preview.error));
  if (waiting) return <p className={classes.hint}>{t("prices.preview.hint")}</p>;
  if (problems.length > 0)
    return (
      <p className={classes.bad} role="alert">
        <DataText text={problems.join(" ")} />
      </p>
    );
  if (preview.error) return <QueryError title={t("prices.preview.failed")} query={preview} />;
  if (!preview.data) return <Skeleton h={140} aria-busy />;
  const { total, changed, unchanged, skipped, marks, rows } = preview.data;
  // How many stay as they are is said beside how many change.
  const remarkable = marks.filter(({ mark }) => mark !== "unchanged");
  return (
    <section
      className={classes.preview}
      aria-label={t("prices.preview.title")}
      aria-busy={preview.isFetching}
    >
      <p className={classes.counts} role="status">
        <strong>{t("prices.preview.changed", placeCount(changed))}</strong>
        {unchanged > 0 && <span>{t("prices.preview.unchanged", placeCount(unchanged))}</span>}
        {skipped > 0 && <span>{t("prices.preview.skipped", placeCount(skipped))}</span>}
        {remarkable.map(({ mark, count }) => (
          <MarkBadge key={mark} mark={mark} count={integer(count)} />
        ))}
      </p>
      {rows.length > 0 && (
        <PriceTable
          caption={t("prices.preview.title")}
          rows={rows.map((row) => ({ ...row, after: row.new }))}
        />
      )}
      {rows.length < total && (
        <p className={classes.note}>
          {t("prices.preview.cut", { shown: integer(rows.length), total: integer(total) })}
        </p>
      )}
    </section>
  );
}
