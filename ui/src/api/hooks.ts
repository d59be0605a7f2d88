/** Two hooks for every command: one to read, one to write. */
import { useMutation, useQuery, useQueryClient, type UseQueryOptions } from "@tanstack/react-query";
import { useLanguage } from "../i18n/language";
import { call, type CommandError, type CommandName, type Data, type Req } from "./command";
import { invalidatedTags, invalidateTags } from "./tags";

type ReadOptions<N extends CommandName> = Omit<
  UseQueryOptions<Data<N>, CommandError>,
  "queryKey" | "queryFn"
>;

/**
 * Reads a command through the query cache. The key holds the language because answers hold text in it; a request is
 * cancelled when its last component unmounts.
 */
export function useCommandQuery<N extends CommandName>(name: N, req: Req<N>, options: ReadOptions<N> = {}) {
  const language = useLanguage();
  return useQuery<Data<N>, CommandError>({
    ...options,
    queryKey: [name, language, req],
    queryFn: ({ signal }) => call(name, req, signal),
  });
}

type WriteOptions<N extends CommandName> = {
  /**
   * Receives the answer to `req` before any refetch, even after the component has unmounted. The `onSuccess` of
   * `mutate` runs after the refetch, and never runs where the refetch removes the component.
   */
  onAnswer?: (data: Data<N>, req: Req<N>) => void;
  /** How long the mutation stays in the cache after its last use. Milliseconds. */
  gcTime?: number;
};

/** Runs a write, then invalidates the queries that the command declares as spoiled. */
export function useCommandMutation<N extends CommandName>(name: N, options: WriteOptions<N> = {}) {
  const client = useQueryClient();
  const { onAnswer, gcTime } = options;
  return useMutation<Data<N>, CommandError, Req<N>>({
    ...(gcTime === undefined ? {} : { gcTime }),
    mutationFn: (req) => call(name, req),
    onSuccess: (data, req) => {
      onAnswer?.(data, req);
      return invalidateTags(client, invalidatedTags(name));
    },
  });
}
