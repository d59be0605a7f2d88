/**
 * People by name, misspelt or not: arrows and Enter choose one, Enter alone the first of those that are found for
 * what stands in the field.
 */
import { Combobox, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconCheck, IconSearch } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import type { Data } from "../../../api/command";
import { useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { QueryError } from "../../../components/QueryError";
import classes from "./About.module.css";

/** Typing pauses this long before people are asked for. Milliseconds. */
const PAUSE_MS = 200;
const MOST = 8;

type Props = {
  /** The one who is chosen. */
  current: string | null;
  disabled: boolean;
  onChoose: (person: Data<"getPerson">) => void;
  onClose: () => void;
};

export function PersonSearch({ current, disabled, onChoose, onClose }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [text] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const query = useCommandQuery(
    "listPeople",
    { ...(text !== "" && { text }), limit: MOST },
    { placeholderData: keepPreviousData },
  );
  const people = query.data?.rows ?? [];
  // The list stands in the box as long as that is open.
  const list = useCombobox({ opened: true });
  const isOfTyped = text === typed.trim() && !query.isPlaceholderData;
  const { resetSelectedOption } = list;
  const offered = people.map(({ id }) => id).join();
  useEffect(() => resetSelectedOption(), [offered, resetSelectedOption]);

  const choose = (id: string) => {
    const person = people.find((one) => one.id === id);
    if (person && !disabled) onChoose(person);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const [first] = people;
    if (event.key === "Escape") {
      // An answer that is under way does not hear of it.
      event.stopPropagation();
      onClose();
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      const isNamed = typed.trim() !== "" && isOfTyped;
      if (first && isNamed && list.getSelectedOptionIndex() === -1) choose(first.id);
    }
  };
  return (
    <Combobox store={list} onOptionSubmit={choose}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          size="sm"
          data-autofocus
          label={t("conversations.about.search")}
          leftSection={<IconSearch size={16} aria-hidden />}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </Combobox.EventsTarget>
      <QueryError title={t("conversations.about.peopleFailed")} query={query} />
      <Combobox.Options className={classes.people} aria-label={t("conversations.about.people")}>
        {people.map(({ id, name, farm, relationship }) => (
          <Combobox.Option
            key={id}
            className={classes.option}
            value={id}
            active={id === current}
            aria-selected={id === current}
          >
            <span className={classes.words}>
              <span className={classes.name}>
                <DataText text={name} />
              </span>
              {(farm ?? relationship) && (
                <span className={classes.note}>
                  <DataText text={[relationship, farm].filter(Boolean).join(" · ")} />
                </span>
              )}
            </span>
            {id === current && <IconCheck size={16} aria-hidden />}
          </Combobox.Option>
        ))}
        {query.data && people.length === 0 && (
          <Combobox.Empty>
            {t(text === "" ? "conversations.about.noPeople" : "conversations.about.nothing")}
          </Combobox.Empty>
        )}
      </Combobox.Options>
      <span className="visually-hidden" role="status">
        {query.data && isOfTyped && t("conversations.about.offered", { count: people.length })}
      </span>
    </Combobox>
  );
}
