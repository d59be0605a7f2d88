/** A popover that opens as it is drawn: its button was pressed before it was fetched (LazyPopover.tsx). */
import { Popover, type PopoverProps } from "@mantine/core";
import { cloneElement, useEffect, useRef, useState, type ReactElement, type ReactNode } from "react";
import { FocusPopover } from "./FocusPopover";
import type { PopoverButtonProps } from "./LazyPopover";

type Props = Pick<PopoverProps, "position" | "width"> & {
  button: ReactElement<PopoverButtonProps>;
  label: string;
  className?: string | undefined;
  children: ReactNode;
};

export function OpenPopover({ button, label, className, children, ...place }: Props) {
  const target = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    // The button is another one than was pressed: it takes the focus, to get it back in the end.
    target.current?.focus();
    const frame = requestAnimationFrame(() => setOpened(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <FocusPopover opened={opened} onChange={setOpened} withArrow {...place}>
      <Popover.Target>
        {cloneElement(button, { ref: target, onClick: () => setOpened(!opened) })}
      </Popover.Target>
      <Popover.Dropdown className={className} aria-label={label}>
        {children}
      </Popover.Dropdown>
    </FocusPopover>
  );
}
