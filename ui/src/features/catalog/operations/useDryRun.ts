/** What an undo would do, asked for without doing it. */
import { useQuery } from "@tanstack/react-query";
import { call, type CommandError, type Data } from "../../../api/command";

export function useDryRun(id: string) {
  return useQuery<Data<"undoOperation">, CommandError>({
    queryKey: ["undoOperation", "dryRun", id],
    queryFn: ({ signal }) => call("undoOperation", { id, dryRun: true }, signal),
    staleTime: 0,
    gcTime: 0,
  });
}
