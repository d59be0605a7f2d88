/** A section of the settings page: a card with a heading, the target of the table of contents. */
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "../SettingsPage.module.css";

export const sectionId = (id: string) => `settings-${id}`;

type Props = { id: string; title: string; text?: string; children: ReactNode };

export function Section({ id, title, text, children }: Props) {
  const heading = `${sectionId(id)}-title`;
  return (
    <section className={classes.card} id={sectionId(id)} aria-labelledby={heading}>
      <h2 className={classes.heading} id={heading} tabIndex={-1}>
        {title}
      </h2>
      {text && (
        <Text size="sm" c="dimmed" mb="xs">
          {text}
        </Text>
      )}
      {children}
    </section>
  );
}

/** Collapsed settings that few people need, or that depend on one choice. */
export function More({
  title,
  open = false,
  children,
}: {
  title: ReactNode;
  open?: boolean;
  children: ReactNode;
}) {
  return (
    <details className={classes.more} open={open}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
