/**
 * Provides the cell queue of the open catalog to all pages; each catalog has its own queue, which outlives the switch
 * to another.
 */
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../../../i18n/language";
import { useStable } from "../../../../lib/hooks/useStable";
import { isTyping, takeOverTyping } from "../leaving/beforeLeaving";
import { CellQueue } from "./CellQueue";
import type { QueueWords } from "./pages";
import type { Snapshot } from "./QueueState";
import { listStoredCatalogs } from "./work/workStorage";
import { countPending, type Act, type TypedCell, type Work } from "./work/work";

/** The cell queues of this tab by catalog, including those that an earlier page of the tab saved. */
class CellQueues {
  private queues = new Map<string, CellQueue>();
  private works: ReadonlyMap<string, Work> = new Map();
  private listeners = new Set<() => void>();

  constructor(
    private readonly client: QueryClient,
    private readonly words: QueueWords,
  ) {
    for (const catalog of listStoredCatalogs()) this.of(catalog);
  }

  of(catalog: string): CellQueue {
    const queue = this.queues.get(catalog) ?? this.open(catalog);
    this.queues.set(catalog, queue);
    return queue;
  }

  /** The work of each queue. */
  get = (): ReadonlyMap<string, Work> => this.works;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  isEmpty(): boolean {
    return [...this.queues.values()].every((queue) => queue.isEmpty());
  }

  private open(catalog: string): CellQueue {
    const queue = new CellQueue(this.client, catalog, this.words);
    const note = () => {
      this.works = new Map(this.works).set(catalog, queue.get());
    };
    note();
    queue.subscribe(() => {
      note();
      for (const listener of this.listeners) listener();
    });
    return queue;
  }
}

/** The queue of the open catalog, among those of the tab. */
export type OpenQueue = { queue: CellQueue; queues: CellQueues };

const Open = createContext<OpenQueue | null>(null);
export const CellQueueProvider = Open.Provider;

/**
 * Creates the queue of `catalog` for [`CellQueueProvider`], in the frame around all pages. The queue sends while its
 * catalog is open and its person is signed in (`maySend`), and retries at once when the program is `reachable` again.
 */
export function useNewCellQueue(catalog: string, reachable: boolean, maySend: boolean): OpenQueue {
  const client = useQueryClient();
  const { t } = useTranslation();
  const language = useLanguage();
  const words: QueueWords = {
    other: useStable(() => t("grid.problem.other")),
    language: useStable(() => language),
    count: useStable((act: Act, count: number) => t(`grid.operation.${act}`, { count })),
    returned: useStable((name: string) => t("grid.returned.operation", { name })),
  };
  const [queues] = useState(() => new CellQueues(client, words));
  const queue = queues.of(catalog);
  useEffect(() => {
    if (!maySend) return;
    queue.activate(true);
    return () => queue.activate(false);
  }, [queue, maySend]);
  useEffect(() => queue.noteReachable(reachable), [queue, reachable]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isTyping() || !queues.isEmpty()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    // Not earlier: after the question of `beforeunload` a person may stay on the page and type on.
    window.addEventListener("pagehide", takeOverTyping);
    return () => {
      window.removeEventListener("beforeunload", ask);
      window.removeEventListener("pagehide", takeOverTyping);
    };
  }, [queues]);
  return useMemo(() => ({ queue, queues }), [queue, queues]);
}

export function useOpenQueue(): OpenQueue {
  const open = useContext(Open);
  if (!open) throw new Error("a sheet outside its catalog");
  return open;
}

export function useCellQueue(): CellQueue {
  return useOpenQueue().queue;
}

/** The queue's unsaved work, updated on every change. */
export function useUnsaved(): Snapshot {
  const queue = useCellQueue();
  return useSyncExternalStore(queue.subscribe, queue.get);
}

export type OtherWork = {
  /** Unsaved work, one entry for each catalog other than the open one. */
  works: readonly { catalog: string; work: Work }[];
  /** Count of its cells and undos. */
  count: number;
  discard: () => void;
  discardCell: (catalog: string, cell: TypedCell) => void;
};

/** Unsaved work of catalogs other than the open one. */
export function useOtherWork(): OtherWork {
  const { queue, queues } = useOpenQueue();
  const all = useSyncExternalStore(queues.subscribe, queues.get);
  const others = [...all].filter(
    ([catalog, work]) => catalog !== queue.catalog && countPending(work, true).total > 0,
  );
  return {
    works: others.map(([catalog, work]) => ({ catalog, work })),
    count: others.reduce((sum, [, work]) => sum + countPending(work, true).total, 0),
    discard: () => others.forEach(([catalog]) => queues.of(catalog).discard()),
    discardCell: (catalog, cell) => queues.of(catalog).discardCell(cell),
  };
}
