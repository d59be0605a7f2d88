/** Files on their way to an item, one after the other; what fails stays in sight with its reason. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { call, CommandError } from "../../api/command";
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

export function useSendFiles(itemId: string) {
  const client = useQueryClient();
  const [sending, setSending] = useState<Sending[]>([]);
  const stop = useRef(new AbortController());
  const queue = useRef<Promise<void>>(Promise.resolve());
  useEffect(() => {
    const own = new AbortController();
    stop.current = own;
    return () => own.abort();
  }, [itemId]);

  const change = (key: string, part: Partial<Sending>) =>
    setSending((list) => list.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const dismiss = (key: string) => setSending((list) => list.filter((one) => one.key !== key));

  const sendOne = async (key: string, file: File, signal: AbortSignal) => {
    try {
      const uploadId = await sendFile(file, "attachment", (fraction) => change(key, { fraction }), signal);
      change(key, { fraction: null });
      await call("addAttachment", { id: itemId, uploadId, operationId: crypto.randomUUID() }, signal);
      await invalidateTags(client, invalidatedTags("addAttachment"));
      dismiss(key);
    } catch (cause) {
      if (signal.aborted) return;
      if (!(cause instanceof CommandError)) throw cause;
      change(key, { error: cause });
    }
  };

  const send = (files: File[]) => {
    const { signal } = stop.current;
    const fresh = files.map((file) => ({ file, key: crypto.randomUUID() }));
    setSending((list) => [
      ...list,
      ...fresh.map(({ file, key }) => ({ key, name: file.name, size: file.size, fraction: 0, error: null })),
    ]);
    for (const { file, key } of fresh) {
      queue.current = queue.current.then(() => sendOne(key, file, signal));
    }
  };

  return { sending, send, dismiss };
}
