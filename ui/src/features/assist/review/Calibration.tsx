/** How sure is sure: fields of this catalog's own items held back, and how often a confidence was right. */
import { Button, Skeleton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Data } from "../../../api/command";
import { useCommandQuery } from "../../../api/hooks";
import { ErrorNotice } from "../../../components/ErrorNotice";
import { useFormats } from "../../../i18n/language";
import classes from "./Review.module.css";

type Field = Data<"checkAssist">["fields"][number];

/** Items that are held back: some seconds' work. */
const SAMPLE = 150;

export function Calibration() {
  const { t } = useTranslation();
  const formats = useFormats();
  const [asked, setAsked] = useState(false);
  const check = useCommandQuery("checkAssist", { sample: SAMPLE }, { enabled: asked, staleTime: Infinity });
  const again = () => (asked ? void check.refetch() : setAsked(true));
  return (
    <section className={classes.box} aria-labelledby="sure-title">
      <h2 className={classes.title} id="sure-title">
        {t("assist.check.title")}
      </h2>
      <p className={classes.plain}>{t("assist.check.about")}</p>
      {check.error && (
        <ErrorNotice
          title={t("assist.check.failed")}
          error={check.error}
          onRetry={() => void check.refetch()}
        />
      )}
      {check.isLoading && <Skeleton h={180} radius="md" aria-busy aria-label={t("assist.check.busy")} />}
      {check.data?.fields.map((field) => (
        <FieldTable key={field.field} field={field} />
      ))}
      {check.data && (
        <p className={classes.plain}>
          {t("assist.check.sampled", { count: check.data.sampled, n: formats.integer(check.data.sampled) })}
        </p>
      )}
      <Button variant="default" size="xs" loading={check.isFetching} onClick={again}>
        {t(check.data ? "assist.check.again" : "assist.check.measure")}
      </Button>
    </section>
  );
}

function FieldTable({ field }: { field: Field }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const name = t(`assist.field.${field.field}`);
  return (
    <table className={classes.bands}>
      <caption>
        {field.guesses === 0
          ? t("assist.check.none", { field: name })
          : t("assist.check.made", {
              field: name,
              coverage: formats.percent(field.coverage),
              right: formats.percent(field.suggestedAccuracy),
            })}
      </caption>
      {field.guesses > 0 && (
        <>
          <thead>
            <tr>
              <th scope="col">{t("assist.check.says")}</th>
              <th scope="col">{t("assist.check.right")}</th>
              <th scope="col">{t("assist.check.guesses")}</th>
            </tr>
          </thead>
          <tbody>
            {field.bands.map((band) => (
              <tr key={band.from} data-silent={band.to <= field.least || undefined}>
                <th scope="row">{formats.percent(band.confidence)}</th>
                <td>{formats.percent(band.accuracy)}</td>
                <td>{formats.integer(band.count)}</td>
              </tr>
            ))}
          </tbody>
        </>
      )}
    </table>
  );
}
