/** A report in the list. */
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/language";
import desk from "../../../shared/desk/desk.module.css";
import type { Report } from "./kinds";

type Props = { report: Report; open: boolean; onOpen: () => void };

export function ReportRow({ report, open, onOpen }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <li className={desk.rowLine}>
      <button type="button" className={desk.row} data-row={report.id} aria-current={open} onClick={onOpen}>
        <span className={desk.rowName}>{t(`personal.reports.kind.${report.kind}`)}</span>
        <span className={desk.rowNote}>
          {formats.day(report.figures.period.to)} · {t(`personal.reports.author.${report.author}`)}
        </span>
      </button>
    </li>
  );
}
