/** Who signed in, changed roles, made tokens and looked at conversations of others, newest first. */
import { Button, Group } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Data } from "../../../api/command";
import { useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { QueryError } from "../../../components/QueryError";
import { Waiting } from "../../../components/Waiting";
import { useFormats } from "../../../i18n/language";
import { useActorName } from "../../../shared/changes/useActorName";
import classes from "../Account.module.css";

const PAGE = 50;

type Entry = Data<"listAccessLog">["rows"][number];

export function AccessLog() {
  const { t } = useTranslation();
  const [offset, setOffset] = useState(0);
  const query = useCommandQuery(
    "listAccessLog",
    { offset, limit: PAGE },
    { placeholderData: keepPreviousData, staleTime: 0 },
  );
  const { rows: entries = [], total = 0 } = query.data ?? {};
  const last = offset + entries.length;
  return (
    <div className={classes.desk}>
      <p className={classes.lead}>{t("team.log.lead")}</p>
      <QueryError title={t("team.log.failed")} query={query} />
      {query.isPending && <Waiting h={240} />}
      {query.data && entries.length === 0 && <p className={classes.empty}>{t("team.log.none")}</p>}
      {entries.length > 0 && <Entries entries={entries} />}
      {total > entries.length && (
        <Group gap="sm" role="group" aria-label={t("team.log.pages")}>
          <Button
            size="xs"
            variant="default"
            disabled={offset === 0}
            onClick={() => setOffset(Math.max(0, offset - PAGE))}
          >
            {t("team.log.newer")}
          </Button>
          <span className="tabular" role="status">
            {t("team.log.range", { first: offset + 1, last, total })}
          </span>
          <Button
            size="xs"
            variant="default"
            disabled={last >= total}
            onClick={() => setOffset(offset + PAGE)}
          >
            {t("team.log.older")}
          </Button>
        </Group>
      )}
    </div>
  );
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const nameOf = useActorName();
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">{t("team.tab.log")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("team.log.event")}</th>
          <th scope="col">{t("team.log.subject")}</th>
          <th scope="col">{t("team.log.actor")}</th>
          <th scope="col">{t("team.log.at")}</th>
          <th scope="col">{t("team.log.network")}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry, index) => (
          <tr key={`${entry.at} ${index}`}>
            <th scope="row">{t(`team.event.${entry.event}`)}</th>
            <td>{entry.subject !== null && <DataText text={entry.subject} />}</td>
            <td>
              <span className={classes.label}>{t("team.log.actor")}: </span>
              {entry.actor === null ? t("team.log.unknown") : <DataText text={nameOf(entry.actor)} />}
            </td>
            <td>{formats.dateTime(entry.at)}</td>
            <td>{entry.network !== null && <DataText text={entry.network} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
