/** The figures of a month, and what a person should look at. */
import { Skeleton } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { Notice } from "../../../components/Notice";
import { QueryError } from "../../../components/QueryError";
import { useFormats } from "../../../i18n/language";
import classes from "./finance.module.css";

const FIGURES = ["income", "budgeted", "spent", "balance", "invested"] as const;

export function SummaryBox({ month, year }: { month: number; year: number }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const heading = useId();
  const query = useCommandQuery("getFinanceSummary", { month, year });
  const summary = query.data;
  if (!summary)
    return query.error ? (
      <QueryError title={t("personal.finance.failed")} query={query} />
    ) : (
      <Skeleton height={72} />
    );
  const figures = [
    ...FIGURES.map((name) => ({ name, amount: summary.kpis[name] })),
    { name: "remaining" as const, amount: summary.debts.totalRemaining },
  ];
  return (
    <section aria-label={t("personal.finance.summary")} className={classes.summary}>
      <dl className={classes.figures}>
        {figures.map(({ name, amount }) => (
          <div key={name}>
            <dt>{t(`personal.finance.figure.${name}`)}</dt>
            <dd data-below={amount < 0 || undefined}>{formats.price(amount, "BRL")}</dd>
          </div>
        ))}
      </dl>
      {summary.alerts.length > 0 && (
        <Notice tone="wait" icon={<IconAlertTriangle size={18} />}>
          <strong id={heading}>{t("personal.finance.alerts")}</strong>
          {/* Many of them scroll, by keys too. */}
          <ul className={classes.alerts} tabIndex={0} aria-labelledby={heading}>
            {summary.alerts.map((alert, at) => (
              // Two records may say the same.
              <li key={`${at} ${alert}`}>
                <DataText text={alert} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </section>
  );
}
