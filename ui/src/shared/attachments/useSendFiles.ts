/** The files on their way to one item, and the way to add to them. */
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { showToast } from "../../components/toast/toasts";
import { useErrorText } from "../../components/useErrorText";
import { removeSending, sendFiles } from "./sendQueue";
import { listSendings, watchSending } from "./sendings";

export function useSendFiles(itemId: string) {
  const sendTo = useSendTo();
  const watch = useCallback((watcher: () => void) => watchSending(itemId, watcher), [itemId]);
  const sending = useSyncExternalStore(watch, () => listSendings(itemId));
  return {
    sending,
    send: (files: readonly File[]) => sendTo(itemId, files),
    dismiss: (key: string) => removeSending(itemId, key),
  };
}

/** Sends files to an item, whether its list is in sight or not. */
export function useSendTo(): (itemId: string, files: readonly File[]) => void {
  const { t } = useTranslation();
  const client = useQueryClient();
  const describe = useErrorText();
  return (itemId, files) =>
    sendFiles({
      itemId,
      files,
      client,
      unseen: (name, error) =>
        showToast({ tone: "bad", text: t("files.refused", { name, reason: describe(error) }) }),
      already: (name, as) => showToast({ tone: "info", text: t("files.already", { name, as }) }),
    });
}
