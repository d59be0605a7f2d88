/** What a change would do, below the form that makes it: nothing is asked before a button is pressed, or stored by it. */
import { Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import type { CommandError } from "../../../../api/command";
import { useErrorText } from "../../../../components/useErrorText";
import desk from "../../../../shared/desk/desk.module.css";

type Props = {
  /** Of the heading. */
  id: string;
  title: string;
  about: string;
  /** The buttons that ask, and what they ask with. */
  ask: ReactNode;
  /** Why there is no answer. */
  error: CommandError | null;
  /** The answer in a sentence or some. */
  answer: ReactNode;
  /** The effects one by one, each a list item. */
  effects: readonly ReactNode[];
  /** What the list of them is called. */
  listLabel?: string;
};

export function EffectsSection({ id, title, about, ask, error, answer, effects, listLabel }: Props) {
  const describe = useErrorText();
  return (
    <section aria-labelledby={id}>
      <Title order={3} size="h5" id={id}>
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb={8}>
        {about}
      </Text>
      {ask}
      <div role="status">
        {error && <Text mt={8}>{describe(error)}</Text>}
        {answer}
      </div>
      {effects.length > 0 && (
        <ul className={desk.effects} aria-label={listLabel}>
          {effects}
        </ul>
      )}
    </section>
  );
}
