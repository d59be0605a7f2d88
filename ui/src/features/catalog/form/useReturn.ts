/** Brings a deleted item back into the catalog, as an operation of this tab: it can be undone. */
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/command";
import { invalidatedTags, invalidateTags } from "../../../api/tags";
import { noteOperation } from "../shared/ownOperations";
import type { ItemForm } from "./useItemForm";

export function useReturn({ base, forgetFailure }: ItemForm): () => Promise<void> {
  const { t } = useTranslation();
  const client = useQueryClient();
  return async () => {
    if (!base) return;
    const { id, name } = base;
    const operationId = crypto.randomUUID();
    await call("restoreItem", { id, operationId });
    noteOperation({ id: operationId, label: t("drafts.gone.broughtBack", { name }) });
    await invalidateTags(client, invalidatedTags("restoreItem"));
    forgetFailure();
  };
}
