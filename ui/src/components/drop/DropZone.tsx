/** A place where files are dropped, or chosen with a button; by keyboard it is the button. */
import { Button, Text } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import { useEffect, useRef, useState, type DragEvent, type ReactNode } from "react";
import classes from "./DropZone.module.css";

type Props = {
  /** What may be dropped, in words. */
  children: ReactNode;
  label: string;
  /** Endings that the file dialog shows first, such as `.csv`. What a file is, its content says. */
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  compact?: boolean;
  /** The file dialog is wanted, as if the button had been pressed; `onAsked` says that it opened. */
  asked?: boolean;
  onAsked?: () => void;
  onFiles: (files: File[]) => void;
};

export function DropZone({
  children,
  label,
  accept,
  multiple = false,
  disabled = false,
  compact = false,
  asked = false,
  onAsked,
  onFiles,
}: Props) {
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!asked) return;
    // The focus first: where the browser opens no dialog by itself, Enter does.
    button.current?.focus();
    button.current?.click();
    onAsked?.();
  }, [asked, onAsked]);

  const take = (files: FileList | null) => {
    const list = Array.from(files ?? []);
    if (list.length > 0 && !disabled) onFiles(multiple ? list : list.slice(0, 1));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };

  return (
    <div
      className={classes.zone}
      data-over={over || undefined}
      data-compact={compact || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileUpload size={compact ? 22 : 36} className={classes.icon} aria-hidden />
      <Text size="sm" c="dimmed" className={classes.text}>
        {children}
      </Text>
      <Button
        ref={button}
        variant={compact ? "default" : "filled"}
        size={compact ? "xs" : "sm"}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        aria-label={label}
        onChange={(event) => {
          take(event.currentTarget.files);
          // The same file may be chosen again, mended.
          event.currentTarget.value = "";
        }}
      />
    </div>
  );
}
