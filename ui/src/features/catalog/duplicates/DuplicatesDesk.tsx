/** Products that stand in the catalog several times: groups that may be one, and the one that is open. */
import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { QueryError } from "../../../components/QueryError";
import { Waiting } from "../../../components/Waiting";
import { useFormats } from "../../../i18n/language";
import { EmptyCatalogNotice } from "../../../shared/catalog/StartNotice";
import desk from "../../../shared/desk/desk.module.css";
import { DeskPanes } from "../../../shared/desk/DeskPanes";
import { GroupForm } from "./GroupForm";
import { keyOf, type DuplicateGroup } from "./types";
import { useEvidenceText } from "./useEvidenceText";

/** Groups of a page. */
const PAGE = 50;

export function DuplicatesDesk() {
  const { t } = useTranslation();
  const { placeCount } = useFormats();
  const [params, setParams] = useSearchParams();
  const [offset, setOffset] = useState(0);
  const query = useCommandQuery("listDuplicates", { offset, limit: PAGE });
  const groups = query.data?.rows ?? [];
  const total = query.data?.total ?? 0;
  // What was joined or told apart is gone from the list: the page before it is shown.
  if (query.data && groups.length === 0 && offset > 0) setOffset(Math.max(0, offset - PAGE));
  const opened = params.get("group");
  const open = groups.find((group) => keyOf(group) === opened) ?? null;
  const show = (group: string | null) => setParams(group === null ? {} : { group });
  return (
    <DeskPanes
      open={open && opened}
      back={t("duplicates.back")}
      onBack={() => show(null)}
      list={
        <>
          <EmptyCatalogNotice text={t("noStock.noItems")} />
          <QueryError title={t("duplicates.failed")} query={query} />
          {query.isPending && <Waiting h={160} />}
          {total > 0 && (
            <Text size="sm" c="dimmed">
              {t("duplicates.count", placeCount(total))}
            </Text>
          )}
          {query.data && total === 0 && <p className={desk.none}>{t("duplicates.none")}</p>}
          <ul className={desk.rows} aria-label={t("duplicates.list")}>
            {groups.map((group) => (
              <GroupRow
                key={keyOf(group)}
                group={group}
                isOpen={group === open}
                onOpen={() => show(keyOf(group))}
              />
            ))}
          </ul>
          {total > PAGE && (
            <div className={desk.rowLine}>
              <Button
                size="compact-sm"
                variant="default"
                disabled={offset === 0}
                onClick={() => setOffset(Math.max(0, offset - PAGE))}
              >
                {t("duplicates.earlier")}
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                disabled={offset + PAGE >= total}
                onClick={() => setOffset(offset + PAGE)}
              >
                {t("duplicates.later")}
              </Button>
            </div>
          )}
        </>
      }
    >
      {open ? (
        <GroupForm key={keyOf(open)} group={open} onDone={() => show(null)} />
      ) : (
        total > 0 && <p className={desk.none}>{t("duplicates.choose")}</p>
      )}
    </DeskPanes>
  );
}

type RowProps = { group: DuplicateGroup; isOpen: boolean; onOpen: () => void };

function GroupRow({ group, isOpen, onOpen }: RowProps) {
  const { t } = useTranslation();
  const { placeCount } = useFormats();
  const evidenceText = useEvidenceText();
  const [first, ...rest] = group.evidence;
  const count = group.products.length;
  return (
    <li>
      <button
        type="button"
        className={desk.row}
        data-row={keyOf(group)}
        aria-current={isOpen}
        onClick={onOpen}
      >
        <span className={desk.rowName}>
          <DataText text={first?.value ?? group.products[0]?.name ?? ""} />
        </span>
        <span className={desk.rowNote}>
          {t("duplicates.products", placeCount(count))}
          {rest.map((evidence) => ` · ${evidenceText(evidence)}`)}
        </span>
      </button>
    </li>
  );
}
