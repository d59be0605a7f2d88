/** Beside the title: the neighbours in the grid, and taking the item away. */
import { ActionIcon, Menu } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconDots, IconSearch, IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { call, CommandError } from "../../../api/command";
import { invalidatedTags, invalidateTags } from "../../../api/tags";
import type { Item } from "../../../api/types";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { useUndoToast } from "../../../components/toast/useUndoToast";
import { useIsThere } from "../../../lib/hooks/useIsThere";
import { noteOperation } from "../shared/ownOperations";
import type { EditorPlace } from "./place";
import type { ItemForm } from "./useItemForm";

type Props = {
  item: Item;
  form: ItemForm;
  place: EditorPlace;
  onGo: (by: 1 | -1) => void;
  /** Runs what leaves the form, once nothing unsaved is left behind. */
  onLeave: (way: () => void) => void;
};

export function EditorActions({ item, form, place, onGo, onLeave }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const remove = useRemoval(item, form, place);
  return (
    <>
      <ActionIcon
        size={28}
        onClick={() => onGo(-1)}
        aria-label={t("itemForm.previous")}
        title={`${t("itemForm.previous")} (Alt PgUp)`}
      >
        <IconChevronUp size={18} />
      </ActionIcon>
      <ActionIcon
        size={28}
        onClick={() => onGo(1)}
        aria-label={t("itemForm.next")}
        title={`${t("itemForm.next")} (Alt PgDn)`}
      >
        <IconChevronDown size={18} />
      </ActionIcon>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={28} aria-label={t("itemForm.more")} title={t("itemForm.more")}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconSearch size={16} aria-hidden />}
            disabled={item.status !== "ativo"}
            onClick={() =>
              onLeave(() => void navigate(`/search?q=${encodeURIComponent(item.name)}&open=${item.id}`))
            }
          >
            {t("itemForm.showInSearch")}
          </Menu.Item>
          <Menu.Item
            color="var(--cel-bad)"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => void remove()}
          >
            {t("itemForm.delete")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** Deletes the edited item without a question, for it can be restored. */
function useRemoval(item: Item, form: ItemForm, place: EditorPlace): () => Promise<void> {
  const { t } = useTranslation();
  const client = useQueryClient();
  const isThere = useIsThere();
  const showError = useErrorToast();
  const showUndoable = useUndoToast();
  const refresh = () => invalidateTags(client, invalidatedTags("deleteItem"));
  const showFailure = (error: unknown) => {
    if (!(error instanceof CommandError)) throw error;
    showError(error);
  };
  const restore = async (bringDraftBack: () => void) => {
    try {
      await call("restoreItem", { id: item.id, operationId: crypto.randomUUID() });
      await refresh();
      bringDraftBack();
      place.open(item.id);
    } catch (error) {
      showFailure(error);
    }
  };
  return async () => {
    const operationId = crypto.randomUUID();
    const text = t("itemForm.deleted", { name: item.name });
    const bringDraftBack = form.noteDraft();
    try {
      await call("deleteItem", { id: item.id, operationId });
      noteOperation({ id: operationId, label: text });
      form.forget();
      // What was opened meanwhile stays open.
      if (isThere()) place.close();
      await refresh();
      showUndoable(text, () => void restore(bringDraftBack));
    } catch (error) {
      showFailure(error);
    }
  };
}
