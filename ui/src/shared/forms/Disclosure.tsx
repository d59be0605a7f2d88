/** A section that opens: what is in it is made (and asked for) only then. */
import { UnstyledButton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useId, useState, type ReactNode } from "react";
import classes from "./Disclosure.module.css";

type Props = {
  title: string;
  /** Opens it once, from outside; closed again it stays closed until this was false. */
  wanted?: boolean;
  children: ReactNode;
};

export function Disclosure({ title, wanted = false, children }: Props) {
  const id = useId();
  const [open, setOpen] = useState(wanted);
  const [before, setBefore] = useState(wanted);
  if (before !== wanted) {
    setBefore(wanted);
    if (wanted) setOpen(true);
  }
  return (
    <section className={classes.section}>
      <h3 className={classes.title}>
        <UnstyledButton
          className={classes.button}
          onClick={() => setOpen(!open)}
          aria-expanded={open}
          aria-controls={id}
        >
          <IconChevronRight size={16} aria-hidden className={classes.mark} />
          {title}
        </UnstyledButton>
      </h3>
      <div id={id} className={classes.content} hidden={!open}>
        {open && children}
      </div>
    </section>
  );
}
