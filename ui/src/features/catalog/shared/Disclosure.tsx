/** A section that opens: what is in it is made (and asked for) only then. */
import { UnstyledButton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useId, useState, type ReactNode } from "react";
import classes from "./Disclosure.module.css";

type Props = { title: string; children: ReactNode };

export function Disclosure({ title, children }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
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
