/** Has searches use what they used before: always open, without a gate. */
import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../../api/hooks";
import type { ProfileChanged } from "../../../../api/types";
import { ChangeDialog } from "../../../../shared/gate/ChangeDialog";

type Props = {
  /** What is in force, as it stands on the page. */
  from: string | null;
  onDone: (changed: ProfileChanged) => void;
  onClose: () => void;
};

export function BackDialog({ from, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const { mutateAsync } = useCommandMutation("stepProfileBack");
  return (
    <ChangeDialog
      title={t("profiles.back")}
      action={t("profiles.backAction")}
      run={(reason, operationId) => mutateAsync({ from, reason, operationId })}
      onDone={onDone}
      onClose={onClose}
    >
      <Text size="sm">{t("profiles.backText")}</Text>
    </ChangeDialog>
  );
}
