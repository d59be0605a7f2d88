/** The figures of a report with where each comes from, folded. */
import { Table } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import { useMetricNames } from "../tracking/useMetricNames";
import type { ReportFigure } from "./kinds";
import classes from "./reports.module.css";

/** What is said of a metric. */
const OF_METRIC: readonly ReportFigure["term"][] = ["dayValue", "mean", "total", "change", "days"];

export function FigureTable({ figures }: { figures: readonly ReportFigure[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { nameOf } = useMetricNames();
  if (figures.length === 0) return null;
  const nameFor = ({ term, name }: ReportFigure) => {
    if (name === null || name === undefined) return "";
    const area = name as "health";
    if (term === "areaScore") return t(`personal.decisions.area.${area}`);
    return OF_METRIC.includes(term) ? nameOf(name) : name;
  };
  const wordsFor = ({ value }: ReportFigure) => {
    switch (value.kind) {
      case "amount":
        return [formats.decimal(value.value), value.unit].filter(Boolean).join(" ");
      case "money":
        return formats.price(value.value, "BRL");
      case "day":
        return formats.day(value.value);
      case "moment":
        return `${formats.day(value.value.slice(0, 10))} ${value.value.slice(11, 16)}`;
      default:
        return String(value.value);
    }
  };
  const daysOf = ({ period: { from, to } }: ReportFigure) =>
    from === to ? formats.day(to) : `${formats.day(from)} – ${formats.day(to)}`;
  return (
    <details className={classes.figures}>
      <summary>{t("personal.reports.figures.title", { count: figures.length })}</summary>
      <Table.ScrollContainer minWidth={480}>
        <Table fz="sm">
          <Table.Thead>
            <Table.Tr>
              {(["figure", "value", "days", "source"] as const).map((column) => (
                <Table.Th key={column}>{t(`personal.reports.figures.${column}`)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {figures.map((figure, at) => (
              <Table.Tr key={at}>
                <Table.Td>
                  {t(`personal.reports.term.${figure.term}`)} <DataText text={nameFor(figure)} />
                </Table.Td>
                <Table.Td>
                  <DataText text={wordsFor(figure)} />
                </Table.Td>
                <Table.Td>{daysOf(figure)}</Table.Td>
                <Table.Td>
                  {figure.source
                    ? t("personal.reports.figures.from", {
                        count: figure.records,
                        kind: t(`personal.reports.source.${figure.source}`),
                      })
                    : t("personal.reports.figures.own")}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </details>
  );
}
