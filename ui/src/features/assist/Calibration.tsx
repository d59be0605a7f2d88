/** How sure is sure: fields of this catalog's own items held back, and how often a confidence was right. */
import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, type CommandError, type Data } from "../../api/command";
import { QueryError } from "../../components/QueryError";
import { cancelMeasurement } from "../../components/measuring/cancel";
import { Measuring } from "../../components/measuring/Measuring";
import { useFormats, useLanguage } from "../../i18n/language";
import classes from "./Review.module.css";

type Field = Data<"checkAssist">["fields"][number];

/** Items that are held back: some seconds' work. */
const SAMPLE = 150;

export function Calibration() {
  const { t } = useTranslation();
  const formats = useFormats();
  const client = useQueryClient();
  const language = useLanguage();
  const [asked, setAsked] = useState(false);
  const [measureId, setMeasureId] = useState<string | null>(null);
  const queryKey = ["checkAssist", language];
  const check = useQuery<Data<"checkAssist">, CommandError>({
    queryKey,
    queryFn: ({ signal }) => {
      const id = crypto.randomUUID();
      setMeasureId(id);
      signal.addEventListener("abort", () => cancelMeasurement(id));
      return call("checkAssist", { sample: SAMPLE, measureId: id }, signal);
    },
    enabled: asked,
    staleTime: Infinity,
  });
  const again = () => (asked ? void check.refetch() : setAsked(true));
  return (
    <section className={classes.box} aria-labelledby="sure-title">
      <h2 className={classes.title} id="sure-title">
        {t("assist.check.title")}
      </h2>
      <p className={classes.plain}>{t("assist.check.about")}</p>
      <QueryError title={t("assist.check.failed")} query={check} />
      {check.isFetching && (
        <Measuring
          id={measureId}
          of="checked"
          onCancel={() => {
            void client.cancelQueries({ queryKey });
            setAsked(false);
          }}
        />
      )}
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
