/**
 * A profile, or two, measured on a stored set: kept for all that show it, watched while it runs, ended
 * when no page waits for it any more.
 */
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, type CommandError } from "../../../api/command";
import type { QuerySetEvaluation } from "../../../api/types";
import { useLanguage } from "../../../i18n/language";
import { cancelMeasurement } from "../../../components/measuring/cancel";

export type Question = {
  /** The set. */
  id: string;
  /** A profile; null for the one in force. */
  before: string | null;
  /** Another to compare it with; null for none. */
  after: string | null;
};

export function useEvaluation(question: Question, enabled: boolean) {
  const language = useLanguage();
  const client = useQueryClient();
  const [measureId, setMeasureId] = useState<string | null>(null);
  const queryKey = ["evaluateQuerySet", language, question];
  const query = useQuery<QuerySetEvaluation, CommandError>({
    queryKey,
    queryFn: ({ signal }) => {
      const id = crypto.randomUUID();
      setMeasureId(id);
      signal.addEventListener("abort", () => cancelMeasurement(id));
      return call("evaluateQuerySet", { ...question, measureId: id }, signal);
    },
    enabled,
    // It may take minutes: it is measured anew when a person changes something, or asks for it.
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
  return {
    ...query,
    measureId,
    /** Ended before there was anything to show: what stands there is the answer to another question. */
    cancelled: enabled && query.fetchStatus === "idle" && (query.isPending || query.isPlaceholderData),
    cancel: () => void client.cancelQueries({ queryKey }),
  };
}
