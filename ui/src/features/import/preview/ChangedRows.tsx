/** Which records an import changes, from what to what; and, where asked for, which it creates or leaves alone. */
import { Button, Skeleton, Text } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../api/hooks";
import type { FileFacts } from "../../../bindings";
import { DataText } from "../../../components/DataText";
import { QueryError } from "../../../components/QueryError";
import { useFormats } from "../../../i18n/language";
import type { FieldChange } from "../../../shared/changes/history";
import { ChangeList } from "../../../shared/changes/ChangeList";
import { Disclosure } from "../../../shared/forms/Disclosure";
import { useFieldLabel } from "../../../shared/changes/useFieldLabel";
import type { ImportState } from "../columns/targets";
import { useRowName } from "./cells/useRowName";
import classes from "../Import.module.css";

/** Rows of a page: few enough to be looked through. */
const PAGE = 25;
/** Fields that are named beside their counts. */
const FIELDS = 12;

type Group = "updated" | "created" | "unchanged";

export function ChangedRows({ state }: { state: ImportState }) {
  const { t } = useTranslation();
  const { integer, placeCount } = useFormats();
  const label = useFieldLabel();
  const report = state.result?.report;
  if (!report) return null;
  const fields = report.changedFields.slice(0, FIELDS);
  const groups: Group[] = ["updated", "created", "unchanged"];
  return (
    <section aria-label={t("import.changes.title")}>
      {fields.length > 0 && (
        <p className={classes.fieldCounts}>
          {fields.map(({ field, count }) => (
            <span key={field}>
              {/* An import deletes nothing: of this field it can only bring records back. */}
              <DataText text={field === "deleted" ? t("import.changes.back") : label(field)} />{" "}
              <strong>{integer(count)}</strong>
            </span>
          ))}
        </p>
      )}
      {groups
        .filter((group) => report[group] > 0)
        .map((group) => (
          <Disclosure
            key={group}
            wanted={group === "updated"}
            title={t(`import.changes.${group}`, placeCount(report[group]))}
          >
            <GroupRows id={state.id} group={group} file={report.file} />
          </Disclosure>
        ))}
    </section>
  );
}

/** A record that comes back says so: its field alone, "deleted", would read as what is done to it. */
function RowChanges({ changes, created }: { changes: readonly FieldChange[]; created: boolean }) {
  const { t } = useTranslation();
  const others = changes.filter(({ field }) => field !== "deleted");
  return (
    <>
      {others.length < changes.length && <p className={classes.back}>{t("import.changes.back")}</p>}
      {others.length > 0 && <ChangeList changes={others} created={created} />}
    </>
  );
}

function GroupRows({ id, group, file }: { id: string; group: Group; file: FileFacts }) {
  const { t } = useTranslation();
  const { integer, placeCount } = useFormats();
  const nameRow = useRowName(file);
  const [page, setPage] = useState(0);
  const query = useCommandQuery(
    "importRows",
    { id, group, offset: page * PAGE, limit: PAGE },
    { placeholderData: keepPreviousData, staleTime: Infinity },
  );
  if (query.error) return <QueryError title={t("import.changes.failed")} query={query} />;
  if (!query.data) return <Skeleton h={60} aria-busy />;
  const { rows, listed, total } = query.data;
  const pages = Math.ceil(listed / PAGE);
  return (
    <>
      <ol className={classes.changed} aria-busy={query.isFetching}>
        {rows.map((row) => (
          <li key={row.row}>
            <strong>
              <DataText text={row.name} />
            </strong>{" "}
            <span className={classes.at}>
              <DataText text={t("import.changes.row", { row: nameRow(row.row) })} />
            </span>
            <RowChanges changes={row.changes} created={group === "created"} />
          </li>
        ))}
      </ol>
      {pages > 1 && (
        <div className={classes.pages}>
          <Button size="compact-sm" variant="default" disabled={page === 0} onClick={() => setPage(page - 1)}>
            {t("import.changes.before")}
          </Button>
          <Text size="sm" c="dimmed" role="status">
            {t("import.changes.page", {
              first: integer(page * PAGE + 1),
              last: integer(page * PAGE + rows.length),
              total: integer(total),
            })}
          </Text>
          <Button
            size="compact-sm"
            variant="default"
            disabled={page + 1 >= pages}
            onClick={() => setPage(page + 1)}
          >
            {t("import.changes.after")}
          </Button>
        </div>
      )}
      {total > listed && (
        <Text size="sm" c="dimmed">
          {t("import.changes.more", placeCount(total - listed))}
        </Text>
      )}
    </>
  );
}
