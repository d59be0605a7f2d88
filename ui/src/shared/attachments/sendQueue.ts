/**
 * Files on their way to items, apart from any page: a person who closes the form or goes on to the next item
 * loses none. One after the other; what fails stays in its item's list, with its reason, until it is
 * put aside.
 */
import type { QueryClient } from "@tanstack/react-query";
import { asCommandError, call, type CommandError } from "../../api/command";
import { invalidatedTags, invalidateTags } from "../../api/tags";
import { sendFile } from "../../api/transfers";
import { onPersonChange } from "../../lib/person";
import { clearSendings, isWatched, listSendings, setSendings, type Sending } from "./sendings";

type Send = {
  itemId: string;
  files: readonly File[];
  client: QueryClient;
  /** Called with a file that was refused while its list is not in sight. */
  unseen: (name: string, error: CommandError) => void;
  /** Told of a file that the item has already, under a name that may be another. */
  already: (name: string, as: string) => void;
};

const stops = new Map<string, AbortController>();
let queue: Promise<void> = Promise.resolve();

export function sendFiles({ files, ...way }: Send): void {
  const { itemId } = way;
  for (const file of files) {
    const key = crypto.randomUUID();
    stops.set(key, new AbortController());
    setSendings(itemId, [
      ...listSendings(itemId),
      { key, name: file.name, size: file.size, fraction: 0, error: null },
    ]);
    queue = queue.then(() => sendOne(key, file, way));
  }
}

/** Stops every file that is under way or waits: none goes on under the name of another person. */
export function stopSendings(): void {
  for (const stop of stops.values()) stop.abort();
  stops.clear();
  clearSendings();
}

onPersonChange(stopSendings);

/** Stops what is under way, and takes the file off the list. */
export function removeSending(itemId: string, key: string): void {
  stops.get(key)?.abort();
  stops.delete(key);
  setSendings(
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
    if (!isWatched(itemId)) unseen(file.name, error);
  }
}

function change(itemId: string, key: string, part: Partial<Sending>): void {
  setSendings(
    itemId,
    listSendings(itemId).map((one) => (one.key === key ? { ...one, ...part } : one)),
  );
}
