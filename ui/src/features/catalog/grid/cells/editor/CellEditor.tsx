/** The field in a cell while it is written: Enter and Tab store and go on, Escape lets it be. */
import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ChangeEvent,
  type KeyboardEvent,
} from "react";
import { cleanText, fold } from "../../../../../lib/text/text";
import classes from "../Cell.module.css";
import { kindOf } from "../../../../../shared/filters/columns";
import { afterBlur, afterKey, useTakenOver, type After, type CellEditorProps } from "./editing";
import { StatusEditor } from "./StatusEditor";

export function CellEditor(props: CellEditorProps) {
  return kindOf(props.column) === "status" ? <StatusEditor {...props} /> : <TextEditor {...props} />;
}

function TextEditor(props: CellEditorProps) {
  const { column, label, text, start, known, onCommit, onCancel, onGone } = props;
  const [typed, setTyped] = useState(start ?? text);
  const field = useRef<HTMLTextAreaElement>(null);
  /** What was offered behind what was typed: selected, so that typing on replaces it. */
  const [offered, setOffered] = useState<number | null>(null);
  const over = useRef(false);
  useLayoutEffect(() => {
    const box = field.current;
    if (!box) return;
    box.focus({ preventScroll: true });
    // Behind what stands there: to write over it a letter begins, and F2 and Enter are for changing a part of it.
    box.setSelectionRange(box.value.length, box.value.length);
  }, []);
  useLayoutEffect(() => {
    if (offered !== null) field.current?.setSelectionRange(offered, field.current.value.length);
  }, [offered, typed]);
  useEffect(() => grow(field.current), [typed]);

  const end = (after: After | null) => {
    if (over.current) return;
    over.current = true;
    if (after === null) onCancel();
    else onCommit(typed, after);
  };
  useImperativeHandle(props.cancelRef, () => () => end(null));
  useTakenOver(field, () => !over.current && typed !== text && onGone(typed));
  const onChange = (event: ChangeEvent<HTMLTextAreaElement>) => {
    const next = event.currentTarget.value;
    const { inputType } = event.nativeEvent as InputEvent;
    const offer = inputType === "insertText" && next.length > 0 ? completion(next, known) : null;
    // Where the offer is the one before, React puts it back behind the letter after the selection is made,
    // which loses it: the next letter would then stand behind a whole word.
    if (offer !== null) event.currentTarget.value = offer;
    setTyped(offer ?? next);
    setOffered(offer === null ? null : next.length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    event.stopPropagation();
    const after = afterKey(event);
    if (event.altKey && event.key === "Enter")
      breakLine(event.currentTarget as HTMLTextAreaElement, setTyped);
    else if (after === undefined) return;
    else end(after);
    event.preventDefault();
  };
  return (
    <textarea
      ref={field}
      className={classes.editor}
      data-wide={isProse(column) || text.length > 80 || undefined}
      data-typed={typed !== text || undefined}
      rows={1}
      value={typed}
      aria-label={label}
      onChange={onChange}
      onKeyDown={onKeyDown}
      onBlur={(event) => end(afterBlur(event))}
      autoComplete="off"
      spellCheck={isProse(column)}
    />
  );
}

/** Whether the column's cells hold running text, edited in several lines. */
function isProse(column: string): boolean {
  return column === "description" || column === "notes";
}

function breakLine(box: HTMLTextAreaElement, take: (text: string) => void): void {
  box.setRangeText("\n", box.selectionStart, box.selectionEnd, "end");
  take(box.value);
}

/** Completes a typed cell by the first known value that begins with it, whatever its case and accents. */
function completion(typed: string, known: readonly string[]): string | null {
  const begin = fold(typed);
  const found = known.find((value) => fold(value).startsWith(begin));
  if (found === undefined || fold(found) === begin) return null;
  return typed + cleanText(found).slice(typed.length);
}

function grow(box: HTMLTextAreaElement | null): void {
  if (!box) return;
  box.style.height = "auto";
  box.style.height = `${Math.min(220, Math.max(box.parentElement?.clientHeight ?? 0, box.scrollHeight))}px`;
}
