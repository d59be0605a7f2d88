/** The log: who changed what, when, how many records; each opened, and taken back as a whole. */
import { Button, SegmentedControl, Skeleton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { keepPreviousData } from "@tanstack/react-query";
import { useCommandQuery } from "../../../api/hooks";
import { QueryError } from "../../../components/QueryError";
import { useFormats } from "../../../i18n/language";
import { OperationsEmpty } from "./OperationsEmpty";
import { OperationRow } from "./OperationRow";
import classes from "./Operations.module.css";

const PAGE = 50;

export function OperationsDesk() {
  const { t } = useTranslation();
  const formats = useFormats();
  const [mine, setMine] = useState(false);
  const [offset, setOffset] = useState(0);
  const [open, setOpen] = useState<string | null>(null);
  const query = useCommandQuery(
    "listOperations",
    { offset, limit: PAGE, ...(mine && { mine }) },
    { placeholderData: keepPreviousData },
  );
  const { data, error } = query;
  const whose = (value: string) => {
    setMine(value === "mine");
    setOffset(0);
  };
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <p className={classes.about}>{t("operations.about")}</p>
        <SegmentedControl
          size="xs"
          aria-label={t("operations.whose")}
          value={mine ? "mine" : "all"}
          onChange={whose}
          data={[
            { value: "all", label: t("operations.all") },
            { value: "mine", label: t("operations.mine") },
          ]}
        />
      </div>
      <QueryError title={t("operations.failed")} query={query} />
      {!data && !error && <Loading />}
      {data && data.rows.length === 0 && <OperationsEmpty mine={mine} onAll={() => whose("all")} />}
      {data && data.rows.length > 0 && (
        <ol className={classes.list} aria-label={t("operations.list")} aria-busy={query.isFetching}>
          {data.rows.map((operation) => (
            <OperationRow
              key={operation.id}
              operation={operation}
              open={open === operation.id}
              onToggle={() => setOpen(open === operation.id ? null : operation.id)}
            />
          ))}
        </ol>
      )}
      {data && data.total > PAGE && (
        <nav className={classes.pages} aria-label={t("operations.pages")}>
          <Button
            size="xs"
            variant="default"
            disabled={offset === 0}
            onClick={() => setOffset(offset - PAGE)}
          >
            {t("operations.newer")}
          </Button>
          <span className="tabular">
            {t("operations.place", {
              from: formats.integer(offset + 1),
              to: formats.integer(Math.min(offset + PAGE, data.total)),
              total: formats.integer(data.total),
            })}
          </span>
          <Button
            size="xs"
            variant="default"
            disabled={offset + PAGE >= data.total}
            onClick={() => setOffset(offset + PAGE)}
          >
            {t("operations.older")}
          </Button>
        </nav>
      )}
    </div>
  );
}

function Loading() {
  return (
    <div className={classes.list} aria-busy>
      {[0, 1, 2, 3, 4].map((row) => (
        <Skeleton key={row} h={46} />
      ))}
    </div>
  );
}
