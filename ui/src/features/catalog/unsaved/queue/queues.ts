/** The queue of the catalog that is open, for all pages; each catalog has its own, and goes on with it. */
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../../../i18n/language";
import { useStable } from "../../../../lib/hooks/useStable";
import { takeOverTyping } from "../leaving/beforeLeaving";
import { CellQueue, type QueueWords, type Snapshot } from "./CellQueue";

class CellQueues {
  private queues = new Map<string, CellQueue>();

  constructor(
    private readonly client: QueryClient,
    private readonly words: QueueWords,
  ) {}

  of(catalog: string): CellQueue {
    const queue = this.queues.get(catalog) ?? new CellQueue(this.client, catalog, this.words);
    this.queues.set(catalog, queue);
    return queue;
  }
}

const Queue = createContext<CellQueue | null>(null);
export const CellQueueProvider = Queue.Provider;

/**
 * Made by the frame around all pages, for [`CellQueueProvider`]: the queue of `catalog`, which sends as
 * long as that is the one that is open, and at once when the program is `reachable` again.
 */
export function useNewCellQueue(catalog: string, reachable: boolean): CellQueue {
  const client = useQueryClient();
  const { t } = useTranslation();
  const language = useLanguage();
  const words: QueueWords = {
    other: useStable(() => t("grid.problem.other")),
    language: useStable(() => language),
  };
  const [queues] = useState(() => new CellQueues(client, words));
  const queue = queues.of(catalog);
  useEffect(() => {
    queue.activate(true);
    return () => queue.activate(false);
  }, [queue]);
  useEffect(() => queue.noteReachable(reachable), [queue, reachable]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      takeOverTyping();
      if (!queue.isEmpty()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [queue]);
  return queue;
}

export function useCellQueue(): CellQueue {
  const queue = useContext(Queue);
  if (!queue) throw new Error("a sheet outside its catalog");
  return queue;
}

/** What waits in it, at every moment. */
export function useUnsaved(): Snapshot {
  const queue = useCellQueue();
  return useSyncExternalStore(queue.subscribe, queue.get);
}
