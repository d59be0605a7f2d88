/**
 * Puts `text` in the place of all that stands in `field` as if a person had typed it: the browser's undo takes
 * it back, which it does of no value that a script sets. Says whether the browser did it.
 */
export function typeOver(field: HTMLTextAreaElement | null, text: string): boolean {
  if (!field || typeof document.execCommand !== "function") return false;
  field.focus();
  field.select();
  return document.execCommand(text === "" ? "delete" : "insertText", false, text);
}
