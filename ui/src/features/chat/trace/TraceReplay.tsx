/** What led to an answer, run once more on the data as they are now, where a person asks for it. Nothing is written. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Data } from "../../../api/command";
import { useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { QueryError } from "../../../components/QueryError";
import { shortArguments } from "../actions/tools";
import classes from "./TraceView.module.css";
import { useTraceWords } from "./useTraceWords";

type Replay = Data<"replayTrace">;

export function TraceReplay({ trace }: { trace: string }) {
  const { t } = useTranslation();
  const [isAsked, setAsked] = useState(false);
  const query = useCommandQuery("replayTrace", { id: trace }, { enabled: isAsked, staleTime: Infinity });
  // The button keeps the focus while it is busy: a disabled one would lose it.
  const run = () => {
    if (!isAsked) setAsked(true);
    else if (!query.isFetching) void query.refetch();
  };
  return (
    <>
      <Button variant="default" size="xs" aria-busy={query.isFetching} onClick={run}>
        {t("trace.replay.run")}
      </Button>
      <div role="status">
        {query.data && (
          <p>
            <strong>{query.data.same ? t("trace.replay.same") : t("trace.replay.different")}</strong>
          </p>
        )}
      </div>
      {query.data && <Comparison replay={query.data} />}
      {query.error && <QueryError title={t("trace.replay.failed")} query={query} />}
    </>
  );
}

function Comparison({ replay }: { replay: Replay }) {
  const { t } = useTranslation();
  const { toolName } = useTraceWords();
  // A call that is a search stands among these.
  const calls = replay.calls.filter(({ verdict }) => verdict !== "amongSearches");
  return (
    <ul className={classes.searches}>
      {replay.searches.map(({ tool, query, same }, index) => (
        <li key={`search${index}`}>
          <p>
            <strong>
              <DataText text={toolName(tool)} />
            </strong>
            : <DataText text={query} />
          </p>
          <p className={same ? classes.dim : classes.bad}>
            {same ? t("trace.replay.sameHits") : t("trace.replay.otherHits")}
          </p>
        </li>
      ))}
      {calls.map(({ tool, arguments: given, verdict, records }, index) => (
        <li key={`call${index}`}>
          <p>
            <strong>
              <DataText text={toolName(tool)} />
            </strong>
            : <DataText text={shortArguments(given)} />
          </p>
          <p className={verdict === "different" ? classes.bad : classes.dim}>
            {t(`trace.replay.verdict.${verdict}`)}
          </p>
          {records.map((record, at) => (
            <p key={at} className={classes.dim}>
              <DataText text={record} />
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}
