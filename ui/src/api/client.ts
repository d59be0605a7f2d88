/** The cache of answers, with the rules that hold for all of them. */
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { noteRefusal } from "./unauthorized";

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: noteRefusal }),
    mutationCache: new MutationCache({ onError: noteRefusal }),
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
}
