/** The pictures and files that go with the next message: added, sent to the program, taken away again. */
import { useEffect, useRef, useState } from "react";
import { asCommandError, call, CommandError } from "../../../api/command";
import { sendFile } from "../../../api/transfers";
import { clientError } from "../../../host/errors";
import { useStable } from "../../../lib/hooks/useStable";
import type { MessageAttachment } from "../types";
import {
  keepAttachments,
  keptAttachments,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
  type PendingAttachment,
} from "./pendingAttachments";

export function usePendingAttachments(conversationId: string | null) {
  const [list, setList] = useState(() => keptAttachments(conversationId));
  /** Files that found no room. */
  const [leftOut, setLeftOut] = useState(0);
  const stops = useRef(new Map<string, AbortController>());
  const current = useRef(list);

  const put = (next: PendingAttachment[]) => {
    current.current = next;
    setList(next);
    keepAttachments(conversationId, next);
  };
  const change = useStable((key: string, part: Partial<PendingAttachment>) =>
    put(current.current.map((one) => (one.key === key ? { ...one, ...part } : one))),
  );
  const forget = useStable((key: string) => put(current.current.filter((one) => one.key !== key)));

  useEffect(() => {
    // What was kept may have waited too long for its message.
    for (const { key, stored } of keptAttachments(conversationId)) {
      if (stored === null) continue;
      call("getMessageAttachment", { id: stored.id }).catch((cause: unknown) => {
        if (asCommandError(cause).code === "not_found") forget(key);
      });
    }
    const running = stops.current;
    return () => {
      for (const stop of running.values()) stop.abort();
      running.clear();
    };
  }, [conversationId, forget]);

  const sendOne = async (key: string, file: File) => {
    const stop = new AbortController();
    stops.current.set(key, stop);
    const { signal } = stop;
    const operationId = crypto.randomUUID();
    try {
      const note = (fraction: number) => change(key, { fraction });
      const uploadId = await sendFile(file, "message", note, signal);
      change(key, { fraction: null });
      const stored = await call("addMessageAttachment", { uploadId, operationId }, signal);
      change(key, { stored });
    } catch (cause) {
      if (!signal.aborted) change(key, { error: asCommandError(cause) });
    } finally {
      stops.current.delete(key);
    }
  };
  const add = useStable((files: readonly File[]) => {
    const room = Math.max(0, MAX_ATTACHMENTS - current.current.length);
    setLeftOut(Math.max(0, files.length - room));
    for (const file of files.slice(0, room)) {
      const key = crypto.randomUUID();
      const isTooLarge = file.size > MAX_ATTACHMENT_BYTES;
      const error = isTooLarge ? new CommandError(clientError("attachment_too_large")) : null;
      put([...current.current, { key, name: file.name, fraction: 0, stored: null, error }]);
      if (!isTooLarge) void sendOne(key, file);
    }
  });
  const remove = useStable((key: string) => {
    stops.current.get(key)?.abort();
    const stored = current.current.find((one) => one.key === key)?.stored;
    setLeftOut(0);
    forget(key);
    // One that stays goes by itself, after a day.
    if (stored) call("dropMessageAttachment", { id: stored.id }).catch(() => undefined);
  });
  /** Hands over those that have arrived, and begins anew. */
  const take = useStable((): MessageAttachment[] => {
    const taken = current.current.map((one) => one.stored).filter((one) => one !== null);
    setLeftOut(0);
    put([]);
    return taken;
  });

  return {
    list,
    leftOut,
    isSending: list.some(({ stored, error }) => stored === null && error === null),
    hasRefused: list.some(({ error }) => error !== null),
    add,
    remove,
    take,
  };
}
