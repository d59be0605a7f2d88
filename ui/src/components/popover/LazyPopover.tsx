/**
 * A button whose popover is fetched when it is first pressed: what places popovers is as large as half of
 * the first screen.
 */
import { cloneElement, Suspense, useState, type ReactElement, type ReactNode, type Ref } from "react";

export type PopoverButtonProps = {
  ref?: Ref<HTMLButtonElement>;
  onClick?: () => void;
  "aria-haspopup"?: "dialog";
  "aria-expanded"?: boolean;
};

type Props = {
  button: ReactElement<PopoverButtonProps>;
  /** Draws the popover around the button: an `OpenPopover`. */
  children: (button: ReactElement<PopoverButtonProps>) => ReactNode;
};

export function LazyPopover({ button, children }: Props) {
  const [pressed, setPressed] = useState(false);
  const closed = cloneElement(button, {
    "aria-haspopup": "dialog",
    "aria-expanded": false,
    onClick: () => setPressed(true),
  });
  return pressed ? <Suspense fallback={closed}>{children(button)}</Suspense> : closed;
}
