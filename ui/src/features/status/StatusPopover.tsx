/** The whole status, beside the button that says it in short. */
import { useMediaQuery } from "@mantine/hooks";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Status } from "../../api/types";
import type { PopoverButtonProps } from "../../components/popover/LazyPopover";
import { OpenPopover } from "../../components/popover/OpenPopover";
import classes from "./StatusButton.module.css";
import { StatusPanel } from "../../shared/status/StatusPanel";

type Props = { button: ReactElement<PopoverButtonProps>; status: Status; connectionLost: boolean };

export function StatusPopover({ button, status, connectionLost }: Props) {
  const { t } = useTranslation();
  const narrow = useMediaQuery("(max-width: 640px)");
  return (
    <OpenPopover
      button={button}
      label={t("status.title")}
      position={narrow ? "top" : "right-end"}
      width={narrow ? "calc(100vw - 24px)" : 380}
      className={classes.dropdown}
    >
      <StatusPanel status={status} connectionLost={connectionLost} />
    </OpenPopover>
  );
}
