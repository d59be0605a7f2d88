/** Checks the file with what was corrected since. */
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ImportDesk } from "../../state/useImport";

type Props = {
  desk: ImportDesk;
  /** Whether there is something that the last check does not know. */
  isDue: boolean;
};

export function CheckAgainButton({ desk, isDue }: Props) {
  const { t } = useTranslation();
  return (
    <Button
      size="xs"
      variant="light"
      disabled={desk.work !== null || !isDue}
      onClick={() => void desk.check()}
    >
      {t("import.checkAgain")}
    </Button>
  );
}
