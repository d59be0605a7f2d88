/** The records that an operation changed, and how. */
import { Button, Skeleton } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { QueryError } from "../../../components/QueryError";
import { useFormats } from "../../../i18n/language";
import { itemAddress } from "../../../shared/catalog/address";
import { ChangeList } from "../../../shared/changes/ChangeList";
import { isBeside } from "../../../shared/changes/history";
import classes from "./Operations.module.css";
import { TreeChanges } from "./TreeChanges";

const PAGE = 25;

export function OperationChanges({ id }: { id: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [shown, setShown] = useState(PAGE);
  const query = useCommandQuery(
    "getOperation",
    { id, limit: Math.min(shown, 500) },
    { placeholderData: keepPreviousData },
  );
  if (query.error) return <QueryError title={t("operations.changesFailed")} query={query} />;
  if (!query.data) return <Skeleton h={60} aria-busy />;
  const { operation, changes, total, tree } = query.data;
  return (
    <>
      {tree.length > 0 && <TreeChanges changes={tree} kind={operation.kind} />}
      <ol className={classes.recordList}>
        {changes.map(({ recordId, kind, name, version, changes: fields }) => (
          <li key={`${recordId}${version}${isBeside({ changes: fields }) ? "+" : ""}`}>
            {name === null ? (
              <em>{t("operations.gone")}</em>
            ) : kind === "items" ? (
              <Link to={itemAddress(recordId)}>
                <DataText text={name} />
              </Link>
            ) : (
              <strong>
                <DataText text={name} />
              </strong>
            )}
            {version === 1 && !isBeside({ changes: fields }) ? (
              <span className={classes.by}> · {t("operations.created")}</span>
            ) : (
              <ChangeList changes={fields} />
            )}
          </li>
        ))}
      </ol>
      {total > changes.length && (
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={shown >= 500}
          loading={query.isFetching}
          onClick={() => setShown(shown * 4)}
        >
          {t("operations.moreRecords", {
            shown: formats.integer(changes.length),
            total: formats.integer(total),
          })}
        </Button>
      )}
    </>
  );
}
