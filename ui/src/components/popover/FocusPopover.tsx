/**
 * A popover that holds the focus while it is open and gives it back to its button, unless a person has gone on
 * elsewhere. (The library's own `returnFocus` asks where the focus is once a press has put it elsewhere, and
 * takes it from there.)
 */
import { Popover, type PopoverProps } from "@mantine/core";
import { useId, useLayoutEffect } from "react";

/** Until what was pressed has the focus that the browser gives it. Milliseconds. */
const PRESS_MS = 10;

type Props = Omit<PopoverProps, "id" | "returnFocus" | "trapFocus"> & { opened: boolean };

export function FocusPopover(props: Props) {
  const id = useId();
  useReturnedFocus(props.opened, id);
  return <Popover {...props} id={id} trapFocus />;
}

/** `id` is the one of the button; that of the popover follows from it. */
function useReturnedFocus(opened: boolean, id: string): void {
  useLayoutEffect(() => {
    if (!opened) return;
    const from = document.getElementById(id) ?? document.activeElement;
    return () => {
      setTimeout(() => {
        const at = document.activeElement;
        const isLost =
          at === null || at === document.body || document.getElementById(`${id}-dropdown`)?.contains(at);
        if (isLost && from instanceof HTMLElement) from.focus({ preventScroll: true });
      }, PRESS_MS);
    };
  }, [opened, id]);
}
