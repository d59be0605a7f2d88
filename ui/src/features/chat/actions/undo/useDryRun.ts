/** What undoing writes together would do, asked for without doing it. */
import { useQuery } from "@tanstack/react-query";
import { call, type CommandError, type Data } from "../../../../api/command";
import type { Request } from "./request";

export function useDryRun(request: Request) {
  return useQuery<Data<"undoActions">, CommandError>({
    queryKey: ["undoActions", "dryRun", request],
    queryFn: ({ signal }) => call("undoActions", { ...request, dryRun: true }, signal),
    staleTime: 0,
    gcTime: 0,
  });
}
