/** The filters over a page that has no room beside its results. */
import { Drawer } from "@mantine/core";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { FilterColumn } from "./FilterColumn";

type Props = ComponentProps<typeof FilterColumn> & { opened: boolean; onClose: () => void };

export function FilterDrawer({ opened, onClose, ...filters }: Props) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={320}
      title={t("filters.title")}
      closeButtonProps={{ "aria-label": t("action.close") }}
    >
      <FilterColumn {...filters} />
    </Drawer>
  );
}
