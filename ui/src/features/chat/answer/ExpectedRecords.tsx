/** Records that an answer should have named: found by a small search, at most three. */
import { CloseButton, Combobox, SegmentedControl, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../api/hooks";
import type { Kind } from "../../../api/types";
import { DataText } from "../../../components/DataText";
import { hitId, hitTitle } from "../../../shared/record/hit";
import type { AnswerRecord } from "../types";
import classes from "../thread/Message.module.css";

/** A test asks for its first three places; more could not all stand there. */
const MOST = 3;
const HITS = 6;
const PAUSE_MS = 200;

export type ExpectedRecord = AnswerRecord & { title: string };

type Props = {
  chosen: readonly ExpectedRecord[];
  /** Records that are not offered. */
  without: readonly string[];
  onChange: (chosen: readonly ExpectedRecord[]) => void;
};

export function ExpectedRecords({ chosen, without, onChange }: Props) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<Kind>("items");
  const [text, setText] = useState("");
  const [query] = useDebouncedValue(text.trim(), PAUSE_MS);
  const list = useCombobox({ onDropdownClose: () => list.resetSelectedOption() });
  const found = useCommandQuery(
    "search",
    { query, kind, limit: HITS, explain: false },
    { enabled: query.length > 1 },
  );
  const taken = [...without, ...chosen.map(({ id }) => id)];
  const offered = (query === "" ? [] : (found.data?.results ?? [])).filter(
    (hit) => !taken.includes(hitId(hit)),
  );
  const pick = (id: string) => {
    const hit = offered.find((one) => hitId(one) === id);
    if (hit) onChange([...chosen, { type: hit.faq ? "faq" : "item", id, title: hitTitle(hit) }]);
    setText("");
    list.closeDropdown();
  };
  return (
    <div className={classes.expected}>
      {chosen.length > 0 && (
        <ul className={classes.chosen} aria-label={t("feedback.expected")}>
          {chosen.map((record) => (
            <li key={record.id}>
              <DataText text={record.title} />
              <CloseButton
                size="xs"
                aria-label={t("feedback.notExpected", { title: record.title })}
                onClick={() => onChange(chosen.filter(({ id }) => id !== record.id))}
              />
            </li>
          ))}
        </ul>
      )}
      {chosen.length < MOST && (
        <div className={classes.expectedSearch}>
          <Combobox store={list} onOptionSubmit={pick} withinPortal>
            <Combobox.Target>
              <TextInput
                size="xs"
                label={t("feedback.expected")}
                placeholder={t("feedback.expectedPlaceholder")}
                value={text}
                onChange={(event) => {
                  setText(event.currentTarget.value);
                  list.openDropdown();
                  list.updateSelectedOptionIndex();
                }}
                onFocus={() => list.openDropdown()}
                onBlur={() => list.closeDropdown()}
                onKeyDown={(event) => {
                  // Enter takes an option and never sends the form by accident.
                  if (event.key === "Enter") event.preventDefault();
                }}
              />
            </Combobox.Target>
            <Combobox.Dropdown hidden={query.length < 2 || !found.data}>
              <Combobox.Options aria-label={t("feedback.expected")}>
                {offered.map((hit) => (
                  <Combobox.Option key={hitId(hit)} value={hitId(hit)}>
                    <DataText text={hitTitle(hit)} />
                  </Combobox.Option>
                ))}
                {offered.length === 0 && <Combobox.Empty>{t("feedback.nothingFound")}</Combobox.Empty>}
              </Combobox.Options>
            </Combobox.Dropdown>
          </Combobox>
          <SegmentedControl
            size="xs"
            aria-label={t("sets.field.kind")}
            value={kind}
            onChange={(value) => setKind(value === "faqs" ? "faqs" : "items")}
            data={[
              { value: "items", label: t("sets.kind.items") },
              { value: "faqs", label: t("sets.kind.faqs") },
            ]}
          />
        </div>
      )}
    </div>
  );
}
