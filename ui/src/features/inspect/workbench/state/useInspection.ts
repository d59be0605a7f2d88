/** The search laid open: made now, or as a trace keeps it. */
import { keepPreviousData } from "@tanstack/react-query";
import { useCommandQuery } from "../../../../api/hooks";
import { inspectRequest, type InspectState } from "../../../../shared/search/inspectState";

export function useInspection(state: InspectState) {
  const live = useCommandQuery("inspectSearch", inspectRequest(state), {
    enabled: state.trace === null && state.search.query.trim() !== "",
    placeholderData: keepPreviousData,
  });
  const past = useCommandQuery(
    "inspectTrace",
    { id: state.trace ?? "", at: state.at },
    { enabled: state.trace !== null, staleTime: Infinity },
  );
  return state.trace === null ? live : past;
}
