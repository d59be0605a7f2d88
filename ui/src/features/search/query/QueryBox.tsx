/**
 * The query box. Searches as one types, a quarter of a second after the last key, and at once on
 * Enter. What is typed lives here; the address follows, and where the address changes by other means
 * (Back, a chosen example) the box follows it.
 */
import { ActionIcon, Kbd, Loader, TextInput } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconSearch, IconX } from "@tabler/icons-react";
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { Kind } from "../../../api/types";
import { textLimits } from "../../../bindings";
import { SEARCH_BOX_ID } from "../focus";
import classes from "./QueryBox.module.css";

const DEBOUNCE_MS = 250;

type Props = {
  kind: Kind;
  query: string;
  busy: boolean;
  onType: (query: string) => void;
  onSubmit: (query: string) => void;
  /** Arrow down: on to the results. */
  onLeave: () => void;
};

export function QueryBox({ kind, query, busy, onType, onSubmit, onLeave }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [draft, setDraft] = useState(query);
  const [shown, setShown] = useState(query);
  const [sent, setSent] = useState(query);

  // The address changed. Where that is the echo of what we sent, the draft may be further already;
  // otherwise another person changed it, and the box takes it over.
  if (shown !== query) {
    setShown(query);
    if (query !== sent) {
      setSent(query);
      setDraft(query);
    }
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  const type = (text: string) => {
    setDraft(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setSent(text.trim());
      onType(text.trim());
    }, DEBOUNCE_MS);
  };
  const submit = (text: string) => {
    clearTimeout(timer.current);
    setDraft(text);
    setSent(text.trim());
    onSubmit(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") submit(draft);
    else if (event.key === "ArrowDown") {
      event.preventDefault();
      onLeave();
    } else if (event.key === "Escape" && draft !== "") {
      event.preventDefault();
      submit("");
    }
  };
  useFocusKeys(input);

  return (
    <TextInput
      ref={input}
      id={SEARCH_BOX_ID}
      size="md"
      className={classes.box}
      aria-label={t(`search.label.${kind}`)}
      placeholder={t(`search.placeholder.${kind}`)}
      value={draft}
      maxLength={textLimits.query}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      autoFocus={query === "" && hasKeyboard()}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="search"
      leftSection={
        busy ? (
          <Loader size={16} role="img" aria-label={t("search.loading")} />
        ) : (
          <IconSearch size={19} aria-hidden />
        )
      }
      rightSectionWidth={44}
      rightSection={
        draft === "" ? (
          <Kbd size="xs" aria-hidden className={classes.key}>
            /
          </Kbd>
        ) : (
          <ActionIcon
            aria-label={t("search.clear")}
            onClick={() => {
              submit("");
              input.current?.focus();
            }}
          >
            <IconX size={17} />
          </ActionIcon>
        )
      }
    />
  );
}

/** On a touch screen the focus would bring up a keyboard over the page, unasked. */
function hasKeyboard(): boolean {
  return window.matchMedia("(hover: hover)").matches;
}

/** `/` from anywhere outside a field; Ctrl+F too, and a second Ctrl+F is left to the browser. */
function useFocusKeys(input: RefObject<HTMLInputElement | null>) {
  const focus = () => {
    input.current?.focus();
    input.current?.select();
  };
  useHotkeys([["/", focus]]);
  useHotkeys(
    [
      [
        "mod+F",
        (event) => {
          if (document.activeElement === input.current) return;
          event.preventDefault();
          focus();
        },
        { preventDefault: false },
      ],
    ],
    [],
  );
}
