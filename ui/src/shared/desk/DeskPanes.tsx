/**
 * List and detail panes: side by side, or one at a time on narrow screens, with a link back to the list. The focus
 * moves with the pane.
 */
import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useEffect, useRef, type ReactNode } from "react";
import desk from "./desk.module.css";

type Props = {
  /** Key of the open record, equal to the list row's `data-row`. */
  open: string | null;
  list: ReactNode;
  /** Text of the link back to the list. */
  back: string;
  onBack: () => void;
  children: ReactNode;
};

export function DeskPanes({ open, list, back, onBack, children }: Props) {
  const side = useRef<HTMLDivElement>(null);
  const main = useRef<HTMLDivElement>(null);
  const way = useRef<HTMLButtonElement>(null);
  const before = useRef(open);
  useEffect(() => {
    const left = before.current;
    before.current = open;
    if (left === open) return;
    if (open !== null) {
      // The form of a new record already has the focus, and keeps it while the record is stored.
      if (isInSight(way.current) && !main.current?.contains(document.activeElement)) way.current?.focus();
    } else if (document.activeElement === document.body) {
      const row = side.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(left ?? "")}"]`);
      (row ?? side.current?.querySelector<HTMLElement>("button"))?.focus();
    }
  }, [open]);
  return (
    <div className={desk.desk} data-open={open !== null || undefined}>
      <div ref={side} className={desk.side}>
        {list}
      </div>
      <div ref={main} className={desk.main}>
        {open !== null && (
          <Button
            ref={way}
            className={desk.back}
            size="compact-sm"
            variant="subtle"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
            onClick={onBack}
          >
            {back}
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}

function isInSight(element: HTMLElement | null): boolean {
  return (element?.getClientRects().length ?? 0) > 0;
}
