/** A panel over one side of the page, whose cross has a name for screen readers. */
import { Drawer, type DrawerProps } from "@mantine/core";
import { useTranslation } from "react-i18next";

export function SidePanel(props: Omit<DrawerProps, "closeButtonProps">) {
  const { t } = useTranslation();
  return <Drawer {...props} closeButtonProps={{ "aria-label": t("action.close") }} />;
}
