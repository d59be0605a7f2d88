/** Confirmation dialog before unsaved work is left: staying comes first, then the ways to leave. */
import { Button, Group, Modal } from "@mantine/core";
import { useEffect, useState, type ReactNode } from "react";

export type WayOut = {
  label: string;
  /** This way loses the work. */
  loses?: boolean;
  onTake: () => void;
};

type Props = {
  opened: boolean;
  title: string;
  /** The unsaved work, and its fate on each way. */
  children: ReactNode;
  /** From the most to the least destructive. */
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

/**
 * Whether the keystroke that opened the dialog is over: in a browser the same Escape would answer the dialog at once.
 */
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
