/** Files that are dropped or pasted; texts are left to the field that they come to. */
import { useState, type ClipboardEvent, type DragEvent } from "react";

export function useFileDrop(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false);
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      onFiles(Array.from(event.dataTransfer.files));
    },
    onPaste: (event: ClipboardEvent) => {
      const files = pastedFiles(event);
      if (files.length > 0) onFiles(files);
    },
  };
  return { isOver, handlers };
}

/** The files of a paste, which is then none of the field's; none where a text is meant. */
export function pastedFiles(event: ClipboardEvent): File[] {
  const files = Array.from(event.clipboardData.files);
  // What an office program copies is a text and a picture of it: the text is meant.
  if (files.length === 0 || event.clipboardData.types.includes("text/plain")) return [];
  event.preventDefault();
  return files;
}
