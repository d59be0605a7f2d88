/**
 * Files on their way to items, apart from any page: a person who closes the form or goes on to the next item
 * loses none. One after the other; what fails stays in its item's list, with its reason, until it is
 * put aside.
 */
import type { QueryClient } from "@tanstack/react-query";
import { asCommandError, call, type CommandError } from "../../api/command";
import { invalidatedTags, invalidateTags } from "../../api/tags";
import { sendFile } from "../../api/transfers";

export type Sending = {
  key: string;
  name: string;
  size: number;
  /** 0 to 1; null while the program reads what it has. */
  fraction: number | null;
  error: CommandError | null;
};

type Send = {
  itemId: string;
  files: readonly File[];
  client: QueryClient;
  /** Called with a file that was refused while its list is not in sight. */
  unseen: (name: string, error: CommandError) => void;
  /** Told of a file that the item has already, under a name that may be another. */
  already: (name: string, as: string) => void;
};

const NONE: readonly Sending[] = [];
const lists = new Map<string, readonly Sending[]>();
const watchers = new Map<string, Set<() => void>>();
const stops = new Map<string, AbortController>();
let queue: Promise<void> = Promise.resolve();

export function listSendings(itemId: string): readonly Sending[] {
  return lists.get(itemId) ?? NONE;
}

export function watchSending(itemId: string, watcher: () => void): () => void {
  const own = watchers.get(itemId) ?? new Set();
  watchers.set(itemId, own.add(watcher));
  return () => {
    own.delete(watcher);
    if (own.size === 0 && watchers.get(itemId) === own) watchers.delete(itemId);
  };
}

export function sendFiles({ files, ...way }: Send): void {
  const { itemId } = way;
  for (const file of files) {
    const key = crypto.randomUUID();
    stops.set(key, new AbortController());
    set(itemId, [
      ...listSendings(itemId),
      { key, name: file.name, size: file.size, fraction: 0, error: null },
    ]);
    queue = queue.then(() => sendOne(key, file, way));
  }
}

/** Stops every file that is under way or waits: a test leaves none to the next. */
export function stopSendings(): void {
  for (const stop of stops.values()) stop.abort();
  stops.clear();
  lists.clear();
}

/** Stops what is under way, and takes the file off the list. */
export function removeSending(itemId: string, key: string): void {
  stops.get(key)?.abort();
  stops.delete(key);
  set(
    itemId,
    listSendings(itemId).filter((one) => one.key !== key),
  );
}

async function sendOne(key: string, file: File, way: Omit<Send, "files">): Promise<void> {
  const { itemId, client, unseen, already } = way;
  const signal = stops.get(key)?.signal;
  if (!signal) return;
  const operationId = crypto.randomUUID();
  try {
    const note = (fraction: number) => change(itemId, key, { fraction });
    const uploadId = await sendFile(file, "attachment", note, signal);
    change(itemId, key, { fraction: null });
    const before = await call("listAttachments", { id: itemId }, signal);
    const { id, name } = await call("addAttachment", { id: itemId, uploadId, operationId }, signal);
    if (before.some((one) => one.id === id)) already(file.name, name);
    await invalidateTags(client, invalidatedTags("addAttachment"));
    removeSending(itemId, key);
  } catch (cause) {
    if (signal.aborted) return;
    // The queue goes on whatever happened to one file, such as one that is gone from its disk.
    const error = asCommandError(cause);
    change(itemId, key, { error });
    if (!watchers.has(itemId)) unseen(file.name, error);
  }
}

function change(itemId: string, key: string, part: Partial<Sending>): void {
  set(
    itemId,
    listSendings(itemId).map((one) => (one.key === key ? { ...one, ...part } : one)),
  );
}

function set(itemId: string, next: readonly Sending[]): void {
  if (next.length === 0) lists.delete(itemId);
  else lists.set(itemId, next);
  for (const watcher of watchers.get(itemId) ?? []) watcher();
}
