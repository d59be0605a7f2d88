/** Setting and removing relations of an item; each says what it did and offers to take it back. */
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../api/hooks";
import type { Data, Req } from "../../../api/command";
import { showToast } from "../../../components/toast/toasts";
import { useUndoToast } from "../../../components/toast/useUndoToast";
import { cleanText } from "../../../lib/text/text";

export type Relation = Data<"listItemRelations">["relations"][number];
export type NewRelation = Pick<Req<"setItemRelation">, "kind" | "direction" | "otherId" | "status"> & {
  /** The name of the other item. */
  name: string;
};

export function useRelationWrites(itemId: string) {
  const { t } = useTranslation();
  const showUndoable = useUndoToast();
  const undo = useCommandMutation("undoOperation");
  const announce = (operation: string | null, text: string) => {
    if (operation === null) showToast({ tone: "info", text: t("relations.unchanged") });
    else showUndoable(text, () => undo.mutateAsync({ id: operation, operationId: crypto.randomUUID() }));
  };
  const set = useCommandMutation("setItemRelation");
  const remove = useCommandMutation("removeItemRelation");
  return {
    saving: set.isPending || remove.isPending,
    error: set.error ?? remove.error,
    /** Resolves to whether it is stored. */
    set: async ({ name, ...relation }: NewRelation): Promise<boolean> => {
      remove.reset();
      try {
        const request = { id: itemId, ...relation, operationId: crypto.randomUUID() };
        const { operationId } = await set.mutateAsync(request);
        const refused = relation.status === "refused";
        announce(
          operationId,
          t(refused ? "relations.refusedToast" : "relations.saved", { name: cleanText(name) }),
        );
        return true;
      } catch {
        // The refusal stands beside the list.
        return false;
      }
    },
    remove: async ({ kind, direction, itemId: otherId, name }: Relation) => {
      set.reset();
      try {
        const request = { id: itemId, kind, direction, otherId, operationId: crypto.randomUUID() };
        const { operationId } = await remove.mutateAsync(request);
        announce(operationId, t("relations.removed", { name: cleanText(name) }));
      } catch {
        // The refusal stands beside the list.
      }
    },
  };
}

export type RelationWrites = ReturnType<typeof useRelationWrites>;
