/** A page of its own for the moments in which there is no application yet: mark, title, text, actions. */
import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Logo } from "../../components/Logo";
import classes from "./Screen.module.css";

type Props = { title: string; busy?: boolean; tone?: "calm" | "bad"; children: ReactNode };

export function Screen({ title, busy = false, tone = "calm", children }: Props) {
  return (
    <main className={classes.screen} aria-busy={busy}>
      <div className={classes.panel} data-tone={tone}>
        <div className={classes.mark} data-busy={busy || undefined}>
          <Logo size={56} />
        </div>
        <Title order={1} size="h2" className={classes.title}>
          {title}
        </Title>
        {children}
      </div>
    </main>
  );
}
