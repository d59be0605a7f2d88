/**
 * The vault as this page has it open. The session lives in memory alone and ends with the page, after five minutes,
 * or where the person closes it; what is being written outlives the closing, so that it can be saved once the vault
 * is open again.
 */
import { useEffect, useState } from "react";
import { sendInParting, type CommandError, type Data } from "../../../api/command";

export type OpenedVault = Data<"openVault">;

/** A note in the form. */
export type NoteDraft = {
  /** Stays while the note is typed and stored; no other note that is opened has it. */
  key: string;
  /** The stored note that it is of; null while it is new. */
  stored: Data<"readVaultNote"> | null;
  title: string;
  text: string;
};

/** A note as it is opened; a new one where nothing is stored. */
export function beginDraft(stored: NoteDraft["stored"]): NoteDraft {
  return { key: crypto.randomUUID(), stored, title: stored?.title ?? "", text: stored?.text ?? "" };
}

export function isChanged(draft: NoteDraft | null): boolean {
  return (
    draft !== null &&
    (draft.title !== (draft.stored?.title ?? "") || draft.text !== (draft.stored?.text ?? ""))
  );
}

export type Vault = {
  opened: OpenedVault | null;
  /** Whether it closed by itself, with the page open. */
  hasExpired: boolean;
  open: (opened: OpenedVault) => void;
  close: () => void;
  /** Closes it here where an answer says that it is closed there. */
  noteRefusal: (error: CommandError) => void;
};

export function useVault(): Vault {
  const [opened, setOpened] = useState<OpenedVault | null>(null);
  const [hasExpired, setExpired] = useState(false);
  const expire = () => {
    setOpened(null);
    setExpired(true);
  };
  useEffect(() => {
    if (opened === null) return;
    const left = new Date(opened.until).getTime() - Date.now();
    const timer = setTimeout(expire, Math.max(left, 0));
    return () => clearTimeout(timer);
  }, [opened]);
  const session = opened?.session;
  useEffect(() => {
    if (session === undefined) return;
    return () => sendInParting("closeVault", { session });
  }, [session]);
  return {
    opened,
    hasExpired,
    open: (next) => {
      setOpened(next);
      setExpired(false);
    },
    close: () => {
      setOpened(null);
      setExpired(false);
    },
    noteRefusal: (error) => {
      if (error.code === "vault_locked") expire();
    },
  };
}
