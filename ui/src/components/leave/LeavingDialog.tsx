/** Asks before work that is not stored is left: to stay is the first choice, beside ways to leave it. */
import { Button, Group, Modal } from "@mantine/core";
import { useEffect, useState, type ReactNode } from "react";

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
  const takesEscape = useOpenLong(opened);
  return (
    <Modal
      opened={opened}
      onClose={onStay}
      closeOnEscape={takesEscape}
      title={title}
      size={size}
      centered
      withCloseButton={false}
    >
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

/** Whether the key that opened the dialog is over: in a browser the same Escape would answer the question at once. */
function useOpenLong(opened: boolean): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!opened) return undefined;
    const timer = setTimeout(() => setLong(true));
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [opened]);
  return isLong;
}
