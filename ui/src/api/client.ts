/** The cache of answers, with the rules that hold for all of them. */
import { QueryCache, QueryClient } from "@tanstack/react-query";
import { forgetRefusal, onForbidden } from "./unauthorized";

/** The question who asks: its answer says that the server knows that. */
const WHO: string = "getMe";

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onSuccess: (_, { queryKey }) => {
        // It may have been refused before the person signed in, or have been signed in by another tab since.
        if (queryKey[0] === WHO) forgetRefusal();
      },
    }),
    defaultOptions: {
      queries: {
        // The server is on this machine or on this network: a failure is shown, not hidden by retries.
        retry: false,
        refetchOnWindowFocus: false,
        staleTime: 30_000,
        // The browser's guess of being offline says nothing about a server on loopback.
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
  // The role may be another one by now: what it does not allow is then not offered any more.
  onForbidden(() => void client.invalidateQueries({ queryKey: [WHO] }));
  return client;
}
