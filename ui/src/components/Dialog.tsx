/** A modal dialog whose close button has a name for screen readers. */
import { Modal, type ModalProps } from "@mantine/core";
import { useTranslation } from "react-i18next";

export function Dialog(props: Omit<ModalProps, "closeButtonProps">) {
  const { t } = useTranslation();
  return <Modal {...props} closeButtonProps={{ "aria-label": t("action.close") }} />;
}
