/** The filters over a page that has no room beside its results. */
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { SidePanel } from "../../../components/SidePanel";
import { FilterColumn } from "./FilterColumn";

type Props = ComponentProps<typeof FilterColumn> & { opened: boolean; onClose: () => void };

export function FilterDrawer({ opened, onClose, ...filters }: Props) {
  const { t } = useTranslation();
  return (
    <SidePanel opened={opened} onClose={onClose} size={320} title={t("filters.title")}>
      <FilterColumn {...filters} />
    </SidePanel>
  );
}
