/** An item named by a small search over all items, on sale or not. Enter takes the first that is found. */
import { Combobox, Loader, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import classes from "./relations.module.css";

const ROWS = 8;
const PAUSE_MS = 200;

type Props = {
  label: string;
  /** The item that is not offered. */
  without: string;
  disabled: boolean;
  /** Resolves to whether it was taken. */
  onPick: (id: string, name: string) => Promise<boolean>;
};

export function ItemPicker({ label, without, disabled, onPick }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const list = useCombobox({ onDropdownClose: () => list.resetSelectedOption() });
  const [asked] = useDebouncedValue(text.trim(), PAUSE_MS);
  const enabled = asked.length > 1 && text.trim() !== "";
  const found = useCommandQuery("listItems", { text: asked, limit: ROWS + 1 }, { enabled });
  // Enter takes nothing that was found for other words than those that stand there now.
  const isCurrent = enabled && asked === text.trim();
  const rows = enabled ? (found.data?.rows ?? []).filter(({ id }) => id !== without).slice(0, ROWS) : [];
  const pick = (id: string) => {
    const item = rows.find((row) => row.id === id);
    list.closeDropdown();
    if (!item || disabled) return;
    void onPick(item.id, item.name).then((isTaken) => {
      if (isTaken) setText("");
    });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const [first] = rows;
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      if (first && isCurrent && list.getSelectedOptionIndex() === -1) pick(first.id);
    }
    if (event.key === "Escape" && text !== "") {
      event.stopPropagation();
      setText("");
      list.closeDropdown();
    }
  };
  return (
    <Combobox store={list} onOptionSubmit={pick} withinPortal>
      <Combobox.Target>
        <TextInput
          size="xs"
          className={classes.picker}
          label={label}
          placeholder={t("relations.search")}
          value={text}
          autoComplete="off"
          rightSection={enabled && found.isFetching ? <Loader size={12} aria-hidden /> : null}
          onChange={(event) => {
            setText(event.currentTarget.value);
            list.openDropdown();
            list.updateSelectedOptionIndex();
          }}
          onFocus={() => list.openDropdown()}
          onBlur={() => list.closeDropdown()}
          onKeyDown={onKeyDown}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!enabled || found.data === undefined}>
        <Combobox.Options aria-label={label}>
          {rows.map(({ id, name, externalId, manufacturer }) => (
            <Combobox.Option key={id} value={id}>
              <DataText text={name} />
              <span className={classes.facts}>
                <DataText text={[externalId, manufacturer].filter((fact) => fact).join(" · ")} />
              </span>
            </Combobox.Option>
          ))}
          {rows.length === 0 && <Combobox.Empty>{t("relations.nothingFound")}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
