/** How many records an import touches, and how. */
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/language";
import type { ImportResult } from "../columns/targets";
import classes from "../Import.module.css";

const COUNTS = ["created", "updated", "unchanged", "leftOut", "rejected"] as const;

export function Counts({ report }: { report: ImportResult["report"] }) {
  const { t } = useTranslation();
  const { integer } = useFormats();
  return (
    <dl className={classes.counts}>
      {COUNTS.filter((name) => name !== "leftOut" || report[name] > 0).map((name) => (
        <div key={name} data-count={name} data-none={report[name] === 0 || undefined}>
          <dt>{t(`import.count.${name}`)}</dt>
          <dd>{integer(report[name])}</dd>
        </div>
      ))}
    </dl>
  );
}
