/** The score of a source taken apart, as it was when the answer was given: the trace has it. */
import { Skeleton, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../api/hooks";
import { QueryError } from "../../../components/QueryError";
import { InspectPanel } from "../../../shared/inspection/InspectPanel";
import type { ChatSource, Trace } from "../types";

export type InspectedSource = { source: ChatSource; traceId: string };

type Props = { inspected: InspectedSource | null; onClose: () => void; onOpen: (source: ChatSource) => void };

export function SourceInspection({ inspected, onClose, onOpen }: Props) {
  const { t } = useTranslation();
  const query = useCommandQuery(
    "getTrace",
    { id: inspected?.traceId ?? "" },
    { enabled: inspected !== null, staleTime: Infinity },
  );
  const found = inspected && query.data ? findScored(query.data, inspected.source.id) : undefined;
  return (
    <InspectPanel
      beside={false}
      id={inspected?.source.id ?? null}
      title={inspected?.source.title}
      hit={found?.hit}
      missing={
        query.error ? (
          <QueryError title={t("trace.failed")} query={query} />
        ) : query.data ? undefined : (
          <Stack aria-busy aria-label={t("search.loading")}>
            <Skeleton h={26} w="70%" />
            <Skeleton h={160} />
          </Stack>
        )
      }
      rank={found?.rank ?? 0}
      tokens={inspected?.source.matched ?? []}
      onClose={onClose}
      onOpen={() => inspected && onOpen(inspected.source)}
    />
  );
}

/** A record's scores in the search that found it, and its place there. */
function findScored(trace: Trace, id: string) {
  for (const { candidates } of trace.searches) {
    const index = candidates.findIndex((candidate) => candidate.id === id);
    const hit = candidates[index]?.hit;
    if (hit) return { hit, rank: index + 1 };
  }
  return undefined;
}
