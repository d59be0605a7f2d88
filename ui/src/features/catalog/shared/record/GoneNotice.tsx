/** Over the form of a record that was deleted meanwhile: what is typed stays, and both ways on with it. */
import { Button, Group } from "@mantine/core";
import { IconTrashX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Notice } from "../../../../components/Notice";
import { useErrorToast } from "../../../../components/toast/useErrorToast";
import type { RecordKind } from "../../../../shared/drafts/drafts";

type Props = {
  kind: RecordKind;
  /** Something is typed that is stored nowhere. */
  isTyped: boolean;
  isSaving: boolean;
  /** Brings the record back into the catalog; what is typed is then saved as ever. */
  onBringBack: () => Promise<unknown>;
  onSaveAsNew: () => void;
};

export function GoneNotice({ kind, isTyped, isSaving, onBringBack, onSaveAsNew }: Props) {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const [isBusy, setBusy] = useState(false);
  const bringBack = () => {
    setBusy(true);
    void onBringBack()
      .catch(showError)
      .finally(() => setBusy(false));
  };
  return (
    <Notice icon={<IconTrashX size={18} />} tone="wait">
      {t(isTyped ? `drafts.gone.${kind}.typed` : `drafts.gone.${kind}.text`)}
      <Group gap={6} mt={6}>
        <Button size="compact-xs" variant="default" loading={isBusy} onClick={bringBack}>
          {t(`drafts.gone.${kind}.bringBack`)}
        </Button>
        {isTyped && (
          <Button size="compact-xs" variant="default" loading={isSaving} onClick={onSaveAsNew}>
            {t(`drafts.gone.${kind}.saveAsNew`)}
          </Button>
        )}
      </Group>
    </Notice>
  );
}
