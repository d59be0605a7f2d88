/** The sources to show: those of the answer that was chosen, else of the last one. */
import { useMemo } from "react";
import type { ChatSource } from "../types";
import { lastAnswer, type Row } from "../thread/state/threadRows";
import type { Grounds } from "./SourcesPane";
import type { Turn } from "../turn/turn";
import { useTurn } from "../turn/turnStore";

const sourcesOf = (turn: Turn) => turn.sources;
const NOTHING: readonly ChatSource[] = [];

export function useGrounds(rows: readonly Row[], chosen: string | null): Grounds | null {
  const live = rows.find((row) => row.kind === "turn");
  const liveSources = useTurn(live?.turnId ?? null, sourcesOf) ?? NOTHING;
  return useMemo(() => {
    const row = rows.find(({ key }) => key === chosen);
    if (live && (row === live || (!row && liveSources.length > 0))) {
      return { key: live.key, sources: liveSources, traceId: null };
    }
    const message = row?.kind === "message" ? row.message : lastAnswer(rows);
    if (!message) return null;
    const { response } = message;
    return {
      key: message.id,
      sources: response?.sources ?? NOTHING,
      traceId: response?.debug.traceId ?? null,
    };
  }, [rows, chosen, live, liveSources]);
}
