/** One hook to read and one to write, for every command there is. */
import { useMutation, useQuery, useQueryClient, type UseQueryOptions } from "@tanstack/react-query";
import { useLanguage } from "../i18n/language";
import { call, type CommandError, type CommandName, type Data, type Req } from "./command";
import { invalidatedTags, invalidateTags } from "./tags";

type ReadOptions<N extends CommandName> = Omit<
  UseQueryOptions<Data<N>, CommandError>,
  "queryKey" | "queryFn"
>;

/**
 * Reads through the cache. The key holds the language because answers hold text in it; a request
 * that is no longer wanted is cancelled.
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
   * Takes the answer to `req` before anything is fetched again, also where the component is gone by then. The
   * `onSuccess` of `mutate` comes after that, and never where what was fetched removes the component.
   */
  onAnswer?: (data: Data<N>, req: Req<N>) => void;
  /** How long (ms) what was sent is remembered after its last use. */
  gcTime?: number;
};

/** Writes, then lets everything be fetched again that the command is declared to spoil. */
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
