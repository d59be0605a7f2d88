/** One facet: its values with counts to tick, the most frequent first, the rest on request. */
import { Checkbox, Collapse, Text, TextInput, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronRight } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FacetValue } from "../../../api/types";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import { cleanText, fold } from "../../../lib/text/text";
import classes from "./FilterPanel.module.css";

const SHOWN = 8;
/** From this many values on, a field to look for one among them. */
const SEARCHABLE = 15;
/** Never more rows than this at once: a catalog may have thousands of manufacturers. */
const MAX_ROWS = 200;

type Props = {
  title: string;
  titleFromData?: boolean;
  values: FacetValue[];
  selected: string[];
  onToggle: (value: string) => void;
  startOpen?: boolean;
  /** What a value is called, where it is a name of the program's own. */
  labelOf?: (value: string) => string;
};

export function FacetGroup({
  title,
  titleFromData = false,
  values,
  selected,
  onToggle,
  startOpen = true,
  labelOf,
}: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const body = useId();
  const [open, { toggle }] = useDisclosure(startOpen || selected.length > 0);
  const [all, { toggle: toggleAll }] = useDisclosure(false);
  const [sought, setSought] = useState("");

  const every = withSelected(values, selected);
  if (every.length === 0) return null;
  const found = every.filter(({ value }) => fold(value).includes(fold(sought.trim())));
  const rows = found.slice(0, all ? MAX_ROWS : SHOWN);

  return (
    <section className={classes.group}>
      <h3 className={classes.heading}>
        <UnstyledButton className={classes.toggle} onClick={toggle} aria-expanded={open} aria-controls={body}>
          {titleFromData ? <DataText text={title} /> : title}
          {selected.length > 0 && <span className={classes.count}>{selected.length}</span>}
          <IconChevronRight size={15} className={classes.chevron} aria-hidden />
        </UnstyledButton>
      </h3>
      <Collapse expanded={open} id={body}>
        {all && every.length >= SEARCHABLE && (
          <TextInput
            size="xs"
            mb={6}
            aria-label={t("filters.find", { title })}
            placeholder={t("filters.findShort")}
            value={sought}
            onChange={(event) => setSought(event.currentTarget.value)}
          />
        )}
        <ul className={classes.values} aria-label={titleFromData ? cleanText(title) : title}>
          {rows.map(({ value, count }) => (
            <li key={value}>
              <Checkbox
                size="xs"
                checked={selected.includes(value)}
                onChange={() => onToggle(value)}
                classNames={{
                  root: classes.check,
                  body: classes.checkBody,
                  labelWrapper: classes.checkLabel,
                }}
                label={
                  <span className={classes.label}>
                    <span className={classes.value}>
                      {labelOf ? labelOf(value) : <DataText text={value} />}
                    </span>
                    <Text component="span" size="xs" c="dimmed" className="tabular">
                      {formats.integer(count)}
                    </Text>
                  </span>
                }
              />
            </li>
          ))}
        </ul>
        {every.length > SHOWN && (
          <UnstyledButton className={classes.more} onClick={toggleAll}>
            {all ? t("filters.fewer") : t("filters.more", formats.placeCount(every.length - SHOWN))}
          </UnstyledButton>
        )}
      </Collapse>
    </section>
  );
}

/** A chosen value stays in sight even where the new query has none of it. */
function withSelected(values: FacetValue[], selected: string[]): FacetValue[] {
  const missing = selected.filter((value) => !values.some((one) => one.value === value));
  return [...missing.map((value) => ({ value, count: 0 })), ...values];
}
