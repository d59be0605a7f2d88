/**
 * Reports: the list, the one that is open, and where none is, a new one and the hours at which they come by themselves.
 * On a narrow screen, where list and page take turns, the new one has an address of its own.
 */
import { Button, NativeSelect, Skeleton } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useCommandQuery } from "../../../api/hooks";
import { QueryError } from "../../../components/QueryError";
import desk from "../../../shared/desk/desk.module.css";
import { DeskPanes } from "../../../shared/desk/DeskPanes";
import { RowList } from "../RowList";
import { ExportPart } from "../table/ExportPart";
import { KINDS, type Report, type ReportKind } from "./kinds";
import { NewReport } from "./NewReport";
import { ReportPlanBox } from "./ReportPlanBox";
import { ReportRow } from "./ReportRow";
import { ReportView } from "./ReportView";

/** The most that the program lists at once. */
const MOST = 200;
/** In the place of a report's id: none is open, and a new one is made. */
const NEW = "new";

export function ReportsDesk() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const [kind, setKind] = useState<ReportKind | "all">("all");
  const query = useCommandQuery("listReports", { ...(kind !== "all" && { kind }), limit: MOST });
  const opened = params.get("item");
  const show = (item: string | null) => setParams(item === null ? {} : { item });
  const reports = query.data ?? [];
  return (
    <DeskPanes
      open={opened}
      back={t("personal.reports.back")}
      onBack={() => show(null)}
      list={
        <>
          <Button variant="light" leftSection={<IconPlus size={17} aria-hidden />} onClick={() => show(NEW)}>
            {t("personal.reports.new.title")}
          </Button>
          <NativeSelect
            size="xs"
            aria-label={t("personal.reports.kindLabel")}
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value as ReportKind | "all")}
            data={[
              { value: "all", label: t("personal.reports.allKinds") },
              ...KINDS.map((value) => ({ value, label: t(`personal.reports.kind.${value}`) })),
            ]}
          />
          <QueryError title={t("personal.reports.failed")} query={query} />
          {query.data && reports.length === 0 && <p className={desk.none}>{t("personal.reports.none")}</p>}
          <RowList
            label={t("personal.reports.list")}
            groups={[
              {
                rows: reports.map((report) => (
                  <ReportRow
                    key={report.id}
                    report={report}
                    open={report.id === opened}
                    onOpen={() => show(report.id)}
                  />
                )),
              },
            ]}
          />
          <ExportPart part="reports" />
        </>
      }
    >
      {opened === null || opened === NEW ? (
        <>
          <NewReport onMade={(report: Report) => show(report.id)} />
          <ReportPlanBox />
        </>
      ) : (
        <OpenedReport key={opened} id={opened} onGone={() => show(null)} />
      )}
    </DeskPanes>
  );
}

function OpenedReport({ id, onGone }: { id: string; onGone: () => void }) {
  const { t } = useTranslation();
  const query = useCommandQuery("getReport", { id });
  if (query.data) return <ReportView report={query.data} onGone={onGone} />;
  return query.error ? (
    <QueryError title={t("personal.reports.failed")} query={query} />
  ) : (
    <Skeleton height={240} />
  );
}
