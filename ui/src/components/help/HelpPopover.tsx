/** The words of a help; they take the focus as they open, so that they are read out. */
import { Text } from "@mantine/core";
import type { ReactElement } from "react";
import type { PopoverButtonProps } from "../popover/LazyPopover";
import { OpenPopover } from "../popover/OpenPopover";

type Props = { button: ReactElement<PopoverButtonProps>; label: string; text: string };

export function HelpPopover({ button, label, text }: Props) {
  return (
    <OpenPopover button={button} label={label} position="bottom" width={300}>
      <Text size="sm" tabIndex={-1} data-autofocus style={{ outline: "none" }}>
        {text}
      </Text>
    </OpenPopover>
  );
}
