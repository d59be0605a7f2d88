/**
 * The file that was sent: there are few places for one, so the program gets it back as the page goes away, unless
 * work on it is kept over a reload (of a tab that is closed, it makes room ten minutes later). Where it has none any more, as after it began anew, it is sent once more.
 */
import { useEffect, useRef, useState } from "react";
import { CommandError, sendInParting } from "../../../api/command";
import { sendFile } from "../../../api/transfers";
import { clientError } from "../../../host/errors";
import { useStable } from "../../../lib/hooks/useStable";
import { fingerprint } from "./fingerprint";
import { takeOverCorrection } from "./useLossQuestion";

export type Upload = {
  /** Null where the program has none, and it has to be sent before anything is asked of it. */
  id: string | null;
  name: string;
  /** Of a file that another page sent, neither its size nor its content is known. */
  size: number | null;
  content: File | null;
  /** By which its content is known again; null where it is not known. */
  fingerprint: string | null;
};

export type ShowFraction = (fraction: number) => void;

type Input = {
  /** The check that the program is at, which ends with its page. */
  checkUnderWay: () => string | null;
  /** The program stores the file's records, and goes on with that without the page. */
  isStoring: () => boolean;
  /** Whether the next page of this tab goes on with the file. */
  isKept: () => boolean;
  /** The page is there again after it went away, and the program has its file no more. */
  onReturn: () => void;
};

/** Uploads the file of an import. `first`: the file that is there already. */
export function useUpload({ checkUnderWay, isStoring, isKept, onReturn }: Input, first: Upload | null) {
  const [file, setFile] = useState(first);
  /** The same, for what began before the page was drawn anew. */
  const latest = useRef(first);
  /** What is just being sent. */
  const begun = useRef<string | null>(null);
  const isLeft = useRef(false);
  const put = (next: Upload | null) => {
    latest.current = next;
    setFile(next);
  };

  /** While the file is still being sent, nothing is stored yet. */
  const goesOn = () => isStoring() && begun.current === null;
  const goAway = useStable((isReload = false) => {
    if (goesOn()) return;
    dropUpload(begun.current);
    const check = checkUnderWay();
    if (check !== null) sendInParting("cancelImport", { id: check });
    const left = latest.current;
    if (!left || (isReload && isKept())) return;
    dropUpload(left.id);
    if (left.content) latest.current = { ...left, id: null };
  });
  const hide = useStable(() => {
    // What is being typed is kept as if its field had been left.
    takeOverCorrection();
    isLeft.current = !goesOn();
    goAway(true);
  });
  const comeBack = useStable(({ persisted }: PageTransitionEvent) => {
    if (persisted && isLeft.current) onReturn();
    isLeft.current = false;
  });
  useEffect(() => {
    window.addEventListener("pagehide", hide);
    window.addEventListener("pageshow", comeBack);
    return () => {
      window.removeEventListener("pagehide", hide);
      window.removeEventListener("pageshow", comeBack);
      goAway();
    };
  }, [hide, comeBack, goAway]);

  /** Puts another file in place of the one before it, once it is there. */
  const send = async (content: File, show: ShowFraction, signal: AbortSignal): Promise<string> => {
    try {
      const known = latest.current?.content === content ? latest.current.fingerprint : null;
      const [id, print] = await Promise.all([
        sendFile(content, "import", show, signal, (early) => (begun.current = early)),
        known ?? fingerprint(content),
      ]);
      const before = latest.current?.id ?? null;
      put({ id, name: content.name, size: content.size, content, fingerprint: print });
      dropUpload(before);
      return id;
    } finally {
      begun.current = null;
    }
  };
  /** Does something with the file; it is sent again, once, where the program has it no more. */
  const read = async <T>(
    run: (id: string) => Promise<T>,
    show: ShowFraction,
    signal: AbortSignal,
  ): Promise<T> => {
    const { id = null, content = null } = latest.current ?? {};
    if (content === null) {
      if (id === null) throw new CommandError(clientError("file_moved"));
      return run(id);
    }
    try {
      if (id !== null) return await run(id);
    } catch (cause) {
      if (!isGone(cause)) throw cause;
      latest.current = latest.current && { ...latest.current, id: null };
    }
    return run(await send(content, show, signal));
  };

  return {
    file,
    send,
    read,
    /** Of the file that is there at this moment, drawn or not. */
    fingerprintNow: () => latest.current?.fingerprint ?? null,
    /** The file was chosen anew: what was read of it before is not what is there now. */
    exchange: (content: File, print: string | null) => {
      dropUpload(latest.current?.id ?? null);
      put({ id: null, name: content.name, size: content.size, content, fingerprint: print });
    },
    /** Lets go of it. */
    release: () => {
      dropUpload(latest.current?.id ?? null);
      put(null);
    },
    /** Goes on with a file that is there already. */
    adopt: put,
  };
}

/** Whether the program no longer has the import's uploaded file. */
export function isGone(cause: unknown): cause is CommandError {
  return cause instanceof CommandError && cause.code === "transfer_gone";
}

function dropUpload(id: string | null): void {
  if (id !== null) sendInParting("dropUpload", { id });
}
