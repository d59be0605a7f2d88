/** Over the form of an item that was deleted meanwhile: what is typed stays, and both ways on with it. */
import { Button, Group } from "@mantine/core";
import { IconTrashX } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/command";
import { invalidatedTags, invalidateTags } from "../../../api/tags";
import type { Item } from "../../../api/types";
import { Notice } from "../../../components/Notice";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { noteOperation } from "../shared/ownOperations";
import classes from "./Editor.module.css";
import type { ItemForm } from "./useItemForm";

type Props = { item: Item; form: ItemForm; onSaveAsNew: () => void };

export function GoneNotice({ item, form, onSaveAsNew }: Props) {
  const { t } = useTranslation();
  const { bringBack, isBusy } = useReturn(item, form);
  return (
    <div className={classes.notice}>
      <Notice icon={<IconTrashX size={18} />} tone="wait">
        {t(form.dirty ? "itemForm.gone.typed" : "itemForm.gone.text")}
        <Group gap={6} mt={6}>
          <Button size="compact-xs" variant="default" loading={isBusy} onClick={() => void bringBack()}>
            {t("itemForm.gone.bringBack")}
          </Button>
          {form.dirty && (
            <Button size="compact-xs" variant="default" loading={form.saving} onClick={onSaveAsNew}>
              {t("itemForm.gone.saveAsNew")}
            </Button>
          )}
        </Group>
      </Notice>
    </div>
  );
}

/** Brings the item back into the catalog; what is typed is then saved as ever. */
function useReturn(item: Item, form: ItemForm) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const showError = useErrorToast();
  const [isBusy, setBusy] = useState(false);
  const bringBack = async () => {
    setBusy(true);
    try {
      const operationId = crypto.randomUUID();
      await call("restoreItem", { id: item.id, operationId });
      noteOperation({ id: operationId, label: t("itemForm.gone.broughtBack", { name: item.name }) });
      await invalidateTags(client, invalidatedTags("restoreItem"));
      form.forgetFailure();
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return { bringBack, isBusy };
}
