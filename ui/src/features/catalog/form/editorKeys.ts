/** Which key does what in the form. What it does stands in `useEditorActions`. */
import type { KeyboardEvent } from "react";

export type EditorAct =
  | "save"
  | "publish"
  | "saveAndNext"
  | "publishAndNext"
  | "next"
  | "previous"
  | "suggest"
  | "attach"
  | "close";

/** Works on React's events and on the document's. */
type PressedKey = Pick<
  KeyboardEvent | globalThis.KeyboardEvent,
  "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey"
>;

export function editorAct({ key, code, ctrlKey, metaKey, altKey, shiftKey }: PressedKey): EditorAct | null {
  const command = ctrlKey || metaKey;
  if (command && !altKey && key === "Enter") return shiftKey ? "publishAndNext" : "saveAndNext";
  if (command && !altKey && key.toLowerCase() === "s") return shiftKey ? "publish" : "save";
  if (altKey && !command && !shiftKey) {
    // By the key's place: with Alt, some keyboards write another letter.
    if (code === "KeyS") return "suggest";
    if (code === "KeyA") return "attach";
    if (key === "PageDown" || key === "PageUp") return key === "PageDown" ? "next" : "previous";
  }
  return key === "Escape" && !command && !altKey ? "close" : null;
}
