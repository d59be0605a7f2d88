/** Asks before work that is not stored is left: to stay is the first choice, beside ways to leave it. */
import { Button, Group, Modal } from "@mantine/core";
import type { ReactNode } from "react";

export type WayOut = {
  label: string;
  /** The work is lost on this way. */
  loses?: boolean;
  onTake: () => void;
};

type Props = {
  opened: boolean;
  title: string;
  /** What is not stored, and what becomes of it. */
  children: ReactNode;
  /** From the worst to the best. */
  ways: readonly WayOut[];
  stay: string;
  onStay: () => void;
  size?: "md" | "lg";
};

export function LeavingDialog({ opened, title, children, ways, stay, onStay, size = "md" }: Props) {
  return (
    <Modal opened={opened} onClose={onStay} title={title} size={size} centered withCloseButton={false}>
      {children}
      <Group justify="flex-end" mt="lg" gap="xs">
        {ways.map(({ label, loses = false, onTake }) => (
          <Button
            key={label}
            variant={loses ? "subtle" : "default"}
            {...(loses && { color: "red" })}
            onClick={onTake}
          >
            {label}
          </Button>
        ))}
        <Button onClick={onStay} data-autofocus>
          {stay}
        </Button>
      </Group>
    </Modal>
  );
}
