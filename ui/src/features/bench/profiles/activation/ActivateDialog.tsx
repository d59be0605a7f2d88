/** Has searches use a profile, if the gate lets it. */
import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../../api/hooks";
import type { ProfileEntry } from "../../../../api/types";
import { cleanText } from "../../../../lib/text/text";
import { ChangeDialog } from "../../../../shared/gate/ChangeDialog";

export function ActivateDialog({ profile, onClose }: { profile: ProfileEntry; onClose: () => void }) {
  const { t } = useTranslation();
  const { mutateAsync } = useCommandMutation("activateProfile");
  return (
    <ChangeDialog
      title={t("profiles.activateTitle", { name: cleanText(profile.name) })}
      action={t("profiles.activate")}
      run={(reason, operationId) => mutateAsync({ name: profile.name, reason, operationId })}
      onClose={onClose}
    >
      <Text size="sm">{t("profiles.activateText")}</Text>
    </ChangeDialog>
  );
}
