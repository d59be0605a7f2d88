/** Above the sheet while it shows one item alone, for the sake of a cell that waits there. */
import { Button } from "@mantine/core";
import { IconFilterSearch } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../../components/DataText";
import { Notice } from "../../../../components/Notice";

export function NarrowedNotice({ name, onWiden }: { name: string | null; onWiden: () => void }) {
  const { t } = useTranslation();
  if (name === null) return null;
  return (
    <Notice icon={<IconFilterSearch size={18} />} tone="wait">
      <DataText text={t("grid.narrowed.text", { name })} />{" "}
      <Button size="compact-xs" variant="default" onClick={onWiden}>
        {t("grid.narrowed.widen")}
      </Button>
    </Notice>
  );
}
