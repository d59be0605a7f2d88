/** The score of a source taken apart: the turn's search once more, with its explanation. */
import { Skeleton, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../api/hooks";
import { ErrorNotice } from "../../components/ErrorNotice";
import { InspectPanel } from "../inspect/InspectPanel";
import { hitId } from "../search/hit";
import type { ChatSource } from "./contract";

/** As many as a search gives: the source may have stood further down than the answer shows. */
const LIMIT = 50;

export type Inspected = { source: ChatSource; query: string };

type Props = { inspected: Inspected | null; onClose: () => void; onOpen: (source: ChatSource) => void };

export function SourceInspection({ inspected, onClose, onOpen }: Props) {
  const { t } = useTranslation();
  const search = useCommandQuery(
    "search",
    {
      query: inspected?.query ?? "",
      kind: inspected?.source.type === "faq" ? "faqs" : "items",
      limit: LIMIT,
      explain: true,
    },
    { enabled: inspected !== null },
  );
  const results = search.data?.results ?? [];
  const index = results.findIndex((hit) => hitId(hit) === inspected?.source.id);
  return (
    <InspectPanel
      beside={false}
      id={inspected?.source.id ?? null}
      hit={results[index]}
      missing={
        search.error ? (
          <ErrorNotice
            title={t("results.failed")}
            error={search.error}
            retrying={search.isFetching}
            onRetry={() => void search.refetch()}
          />
        ) : search.data ? undefined : (
          <Stack aria-busy aria-label={t("search.loading")}>
            <Skeleton h={26} w="70%" />
            <Skeleton h={160} />
          </Stack>
        )
      }
      rank={index + 1}
      tokens={search.data?.tokens ?? []}
      onClose={onClose}
      onOpen={() => inspected && onOpen(inspected.source)}
    />
  );
}
