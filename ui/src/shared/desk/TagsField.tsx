/**
 * A field of a list of words. A word that is typed and not closed yet is one of the list already, its last: it is
 * unsaved, kept and saved like the rest. While it is typed it stands in the box and not among the others.
 */
import { TagsInput, type TagsInputProps } from "@mantine/core";
import { useLayoutEffect, useRef, useState } from "react";

type Props = Omit<
  TagsInputProps,
  "data" | "value" | "defaultValue" | "onChange" | "searchValue" | "defaultSearchValue" | "onSearchChange"
> & {
  /** Words that are known already: one that holds a separator is one word all the same. */
  data?: string[];
  value: string[];
  onChange: (values: string[]) => void;
  /** The words in a text that was typed or pasted as one. */
  separate?: (text: string) => string[];
};

type Typing = { text: string; words: readonly string[] };
const NOTHING: Typing = { text: "", words: [] };

export function TagsField({ data = [], value, onChange, separate = (text) => [text], ...rest }: Props) {
  const [typing, setTyping] = useState(NOTHING);
  // Discarded or replaced from elsewhere: what was typed is no part of the list any more.
  if (typing.words.length > 0 && !endsWith(value, typing.words)) setTyping(NOTHING);
  const closed = value.slice(0, value.length - typing.words.length);
  // The component tells of a word that is closed and of the emptied box one after the other, before it is drawn.
  const latest = useRef({ closed, words: typing.words });
  useLayoutEffect(() => {
    latest.current = { closed, words: typing.words };
  });
  const put = (next: { closed: string[]; words: readonly string[] }) => {
    const before = [...latest.current.closed, ...latest.current.words];
    const now = [...next.closed, ...next.words];
    latest.current = next;
    if (JSON.stringify(now) !== JSON.stringify(before)) onChange(now);
  };
  const split = (text: string) =>
    (data.includes(text.trim()) ? [text] : separate(text))
      .map((word) => word.trim())
      .filter((word) => word !== "");
  const type = (text: string) => {
    const known = new Set(latest.current.closed.map((word) => word.toLowerCase()));
    const words = split(text).filter((word) => !known.has(word.toLowerCase()));
    setTyping({ text, words });
    put({ closed: latest.current.closed, words });
  };
  const close = (values: readonly string[]) => {
    // The component gives the whole list: what was in it stays as it is.
    const before = new Set(latest.current.closed);
    const words = values.flatMap((word) => (before.has(word) ? [word] : split(word)));
    put({ closed: words, words: latest.current.words.filter((word) => !words.includes(word)) });
  };
  return (
    <TagsInput
      {...rest}
      data={data}
      value={closed}
      onChange={close}
      searchValue={typing.text}
      onSearchChange={type}
    />
  );
}

function endsWith(list: readonly string[], end: readonly string[]): boolean {
  const tail = list.slice(list.length - end.length);
  return list.length >= end.length && tail.every((word, at) => word === end[at]);
}
