/** Words that a row must hold; the sheet follows while one types. */
import { Loader, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { readBarcode } from "../../../../shared/barcode/scan";
import classes from "./Toolbar.module.css";

export const GRID_SEARCH_ID = "grid-search";
/** A pause in typing. Milliseconds. */
const PAUSE_MS = 180;

type Props = {
  text: string;
  busy: boolean;
  onChange: (text: string) => void;
  /** Enter behind a barcode: the text as it is typed. */
  onScan: (text: string) => void;
  onLeave: () => void;
};

export function GridSearch({ text, busy, onChange, onScan, onLeave }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const settle = useDebouncedCallback((next: string) => {
    onChange(next);
    setTyped(null);
  }, PAUSE_MS);
  const set = (next: string) => {
    setTyped(next);
    settle(next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Escape" && event.currentTarget.value !== "") {
      event.preventDefault();
      set("");
    } else if (event.key === "Enter" && readBarcode(event.currentTarget.value) !== null) {
      event.preventDefault();
      onScan(event.currentTarget.value);
      // The next number takes the place of this one.
      event.currentTarget.select();
    } else if (event.key === "ArrowDown" || event.key === "Enter" || event.key === "Escape") {
      event.preventDefault();
      onLeave();
    }
  };
  return (
    <TextInput
      id={GRID_SEARCH_ID}
      className={classes.search}
      size="xs"
      value={typed ?? text}
      onChange={(event) => set(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      aria-label={t("grid.search")}
      placeholder={t("grid.search")}
      leftSection={busy ? <Loader size={13} aria-hidden /> : <IconSearch size={15} aria-hidden />}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
