/**
 * A link out of a text. It has no address of its own that a click in the wrong place could follow:
 * a press asks first, with the true host (LinkDialog.tsx). What is no address stays plain text.
 */
import { IconExternalLink } from "@tabler/icons-react";
import { useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { parseAddress } from "./parsing/address";
import { LinkDialog } from "./LinkDialog";
import classes from "./Markdown.module.css";

export function SafeLink({ href, children }: { href: string; children: ReactNode }) {
  const [shown, setShown] = useState<string | null>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const address = parseAddress(href);
  if (!address) return <span>{children}</span>;

  const ask = () => setShown(link.current?.textContent ?? "");
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    ask();
  };
  return (
    <>
      <a ref={link} className={classes.link} role="link" tabIndex={0} onClick={ask} onKeyDown={onKeyDown}>
        {children}
        <IconExternalLink size={13} className={classes.out} aria-hidden />
      </a>
      {shown !== null && <LinkDialog address={address} shown={shown} onClose={() => setShown(null)} />}
    </>
  );
}
