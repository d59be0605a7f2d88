/**
 * Records named by a small search over catalog and FAQs at once, so many of each kind at most. Enter takes
 * the first that is found, Backspace in the empty field takes the last one back.
 */
import { CloseButton, Combobox, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../../api/hooks";
import type { Hit } from "../../../../api/types";
import { DataText } from "../../../../components/DataText";
import { hitId, hitTitle } from "../../../../shared/record/hit";
import type { AnswerRecord } from "../../types";
import classes from "../../thread/Message.module.css";

const HITS = 5;
const PAUSE_MS = 200;

export type PickedRecord = AnswerRecord & { title: string };

type Props = {
  label: string;
  chosen: readonly PickedRecord[];
  /** Most records of one kind. */
  most: number;
  /** Records that are not offered. */
  without: readonly string[];
  onChange: (chosen: readonly PickedRecord[]) => void;
};

export function RecordPicker({ label, chosen, most, without, onChange }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const list = useCombobox({ onDropdownClose: () => list.resetSelectedOption() });
  const search = useRecordSearch(text);
  const taken = [...without, ...chosen.map(({ id }) => id)];
  const isFull = (type: AnswerRecord["type"]) => chosen.filter((one) => one.type === type).length >= most;
  const groups = search.groups.map(({ type, hits }) => ({
    type,
    hits: isFull(type) ? [] : hits.filter((hit) => !taken.includes(hitId(hit))),
  }));
  const offered = groups.flatMap(({ hits }) => hits);
  const pick = (id: string) => {
    const hit = offered.find((one) => hitId(one) === id);
    if (hit) onChange([...chosen, { type: hit.faq ? "faq" : "item", id, title: hitTitle(hit) }]);
    setText("");
    list.closeDropdown();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const [first] = offered;
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      // Enter takes a record and never sends the form by accident.
      event.preventDefault();
      if (first && list.getSelectedOptionIndex() === -1) pick(hitId(first));
    }
    if (event.key === "Escape" && text !== "") {
      event.stopPropagation();
      setText("");
    }
    if (event.key === "Backspace" && text === "" && chosen.length > 0) onChange(chosen.slice(0, -1));
  };
  const full = isFull("item") || isFull("faq");
  return (
    <div className={classes.picker}>
      <Combobox store={list} onOptionSubmit={pick} withinPortal>
        <Combobox.Target>
          <TextInput
            size="xs"
            label={label}
            placeholder={t("feedback.search")}
            description={full ? t("feedback.most", { count: most }) : undefined}
            inputWrapperOrder={["label", "input", "description"]}
            value={text}
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
        <Combobox.Dropdown hidden={!search.isDone}>
          <Combobox.Options aria-label={label}>
            {groups.map(
              ({ type, hits }) =>
                hits.length > 0 && (
                  <Combobox.Group key={type} label={t(type === "faq" ? "sets.kind.faqs" : "sets.kind.items")}>
                    {hits.map((hit) => (
                      <Combobox.Option key={hitId(hit)} value={hitId(hit)}>
                        <DataText text={hitTitle(hit)} />
                      </Combobox.Option>
                    ))}
                  </Combobox.Group>
                ),
            )}
            {offered.length === 0 && <Combobox.Empty>{t("feedback.nothingFound")}</Combobox.Empty>}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {chosen.length > 0 && <ChosenRecord label={label} chosen={chosen} onChange={onChange} />}
    </div>
  );
}

function ChosenRecord({ label, chosen, onChange }: Pick<Props, "label" | "chosen" | "onChange">) {
  const { t } = useTranslation();
  return (
    <ul className={classes.chosen} aria-label={label}>
      {chosen.map((record) => (
        <li key={record.id}>
          <DataText text={record.title} />
          <CloseButton
            size="xs"
            aria-label={t("feedback.takeOut", { title: record.title })}
            onClick={() => onChange(chosen.filter(({ id }) => id !== record.id))}
          />
        </li>
      ))}
    </ul>
  );
}

type FoundRecords = { groups: { type: AnswerRecord["type"]; hits: Hit[] }[]; isDone: boolean };

/** What catalog and FAQs hold of `text`. Naming a record is no question of a customer: nothing is logged. */
function useRecordSearch(text: string): FoundRecords {
  const [query] = useDebouncedValue(text.trim(), PAUSE_MS);
  const enabled = query.length > 1 && text.trim() !== "";
  const request = { query, limit: HITS, explain: false, settled: false };
  const items = useCommandQuery("search", { ...request, kind: "items" }, { enabled });
  const faqs = useCommandQuery("search", { ...request, kind: "faqs" }, { enabled });
  return {
    groups: [
      { type: "item", hits: enabled ? (items.data?.results ?? []) : [] },
      { type: "faq", hits: enabled ? (faqs.data?.results ?? []) : [] },
    ],
    isDone: enabled && items.data !== undefined && faqs.data !== undefined,
  };
}
