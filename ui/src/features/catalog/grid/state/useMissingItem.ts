/**
 * The form of an item that a cell leads to, unless there is no such item any more: then the cell is what can
 * be decided about. Its item is brought back, or what was typed is let go of.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, CommandError } from "../../../../api/command";
import { invalidatedTags, invalidateTags } from "../../../../api/tags";
import { useErrorToast } from "../../../../components/toast/useErrorToast";
import { useLanguage } from "../../../../i18n/language";
import { useFieldLabel } from "../../../../shared/changes/useFieldLabel";
import { noteOperation } from "../../shared/ownOperations";
import { useCellQueue } from "../../unsaved/queue/queues";
import type { TypedCell } from "../../unsaved/queue/work/work";

export function useMissingItem(onOpen: (id: string) => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const language = useLanguage();
  const queue = useCellQueue();
  const showError = useErrorToast();
  const label = useFieldLabel();
  const [cell, setCell] = useState<TypedCell | null>(null);

  const openItem = async (of: TypedCell): Promise<void> => {
    setCell(null);
    const { id } = of;
    try {
      await client.fetchQuery({
        queryKey: ["getItem", language, { id }],
        queryFn: ({ signal }) => call("getItem", { id }, signal),
        staleTime: 0,
      });
    } catch (error) {
      if (error instanceof CommandError && error.code === "not_found") return setCell(of);
    }
    // What else went wrong is said by the form.
    onOpen(id);
  };
  /** Whether the item is there again. */
  const restore = async ({ id, name }: TypedCell): Promise<boolean> => {
    const operationId = crypto.randomUUID();
    try {
      await call("restoreItem", { id, operationId });
    } catch (error) {
      showError(error);
      return false;
    }
    noteOperation({ id: operationId, label: t("grid.deletedItem.restored", { name }) });
    setCell(null);
    await invalidateTags(client, invalidatedTags("restoreItem"));
    return true;
  };
  return {
    /** The cell whose item was deleted. */
    cell,
    openItem,
    restore,
    forget: (of: TypedCell) => {
      const operation = t("grid.operation.cell", { field: label(of.column), name: of.name });
      queue.takeStored([of], t("grid.operation.take", { what: operation }));
      setCell(null);
    },
    close: () => setCell(null),
  };
}

export type MissingItem = ReturnType<typeof useMissingItem>;
