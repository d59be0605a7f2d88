/** The list in a cell of statuses while it is written. What is typed chooses by how names begin. */
import { useImperativeHandle, useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { fold } from "../../../../../lib/text/text";
import classes from "../Cell.module.css";
import { afterBlur, afterKey, useTakenOver, type After, type CellEditorProps } from "./editing";

const STATUSES = ["rascunho", "ativo", "inativo"] as const;

/** Milliseconds without a key after which a letter begins a word of its own, as in a browser's lists. */
const PAUSE_MS = 1_000;

export function StatusEditor({ label, text, start, onCommit, onCancel, onGone, cancelRef }: CellEditorProps) {
  const { t } = useTranslation();
  const names = STATUSES.map((value) => ({ value, name: t(`record.status.${value}`) }));
  const typeOn = useTypedPrefix(start ?? "");
  const valueFor = (prefix: string) =>
    prefix === "" ? undefined : names.find(({ name }) => fold(name).startsWith(fold(prefix)))?.value;
  const [value, setValue] = useState<string>(valueFor(start ?? "") ?? text);
  const field = useRef<HTMLSelectElement>(null);
  const over = useRef(false);
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), []);
  const end = (after: After | null) => {
    if (over.current) return;
    over.current = true;
    if (after === null) onCancel();
    else onCommit(value, after);
  };
  useTakenOver(field, () => !over.current && value !== text && onGone(value));
  useImperativeHandle(cancelRef, () => () => end(null));
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    const after = afterKey(event);
    const typed = after === undefined ? typeOn(event) : null;
    if (after === undefined && typed === null) return;
    // The browser does not know the letter that has opened the list: it would choose by the next one alone.
    event.preventDefault();
    if (after !== undefined) end(after);
    else setValue((current) => valueFor(typed ?? "") ?? current);
  };
  return (
    <select
      ref={field}
      className={classes.editor}
      data-typed={value !== text || undefined}
      value={value}
      aria-label={label}
      onChange={(event) => setValue(event.currentTarget.value)}
      onBlur={(event) => end(afterBlur(event))}
      onKeyDown={onKeyDown}
    >
      {names.map(({ value: one, name }) => (
        <option key={one} value={one}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Gives what was typed with this key, from the last pause on; null where the key is no letter. */
function useTypedPrefix(start: string): (event: KeyboardEvent) => string | null {
  const typed = useRef<{ text: string; at: number } | null>(null);
  useLayoutEffect(() => {
    typed.current ??= { text: start, at: performance.now() };
  }, [start]);
  return ({ key, ctrlKey, metaKey, altKey }) => {
    const now = performance.now();
    const last = typed.current;
    const before = last && now - last.at < PAUSE_MS ? last.text : "";
    // A space at the beginning opens the list.
    const isTyped = key.length === 1 && !ctrlKey && !metaKey && !altKey && (key !== " " || before !== "");
    if (!isTyped) return null;
    typed.current = { text: before + key, at: now };
    return typed.current.text;
  };
}
