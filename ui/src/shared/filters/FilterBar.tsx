/** The conditions in force as chips, each to be changed or taken away, and the way to another. */
import { Button, Popover, UnstyledButton } from "@mantine/core";
import { IconFilterPlus, IconX } from "@tabler/icons-react";
import { useRef, useState, type Ref } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../components/DataText";
import { FocusPopover } from "../../components/popover/FocusPopover";
import { useFieldLabel } from "../changes/useFieldLabel";
import { kindOf } from "./columns";
import { FilterForm } from "./FilterForm";
import type { GridFilter, GridState } from "./gridState";
import classes from "./Filters.module.css";
import { useFormatCondition } from "./useFormatCondition";

type Props = { state: GridState; onChange: (change: Partial<GridState>) => void };

export function FilterBar({ state, onChange }: Props) {
  const { t } = useTranslation();
  const { filters } = state;
  const add = useRef<HTMLButtonElement>(null);
  /** What was pressed goes with what it took away: the focus stays among the conditions. */
  const keep = (left: GridFilter[]) => {
    onChange({ filters: left });
    add.current?.focus();
  };
  return (
    <div className={classes.chips} role="group" aria-label={t("filters.active")}>
      {filters.map((filter, index) => (
        <FilterChip
          // A changed condition is a chip of its own.
          key={JSON.stringify(filter)}
          filter={filter}
          onChange={(next) => onChange({ filters: filters.map((one, at) => (at === index ? next : one)) })}
          onRemove={() => keep(filters.filter((_, at) => at !== index))}
        />
      ))}
      <AddFilter buttonRef={add} onAdd={(filter) => onChange({ filters: [...filters, filter] })} />
      {filters.length > 1 && (
        <Button size="xs" variant="subtle" color="gray" onClick={() => keep([])}>
          {t("filters.clear")}
        </Button>
      )}
    </div>
  );
}

type AddProps = { buttonRef: Ref<HTMLButtonElement>; onAdd: (filter: GridFilter) => void };

function AddFilter({ buttonRef, onAdd }: AddProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <FocusPopover opened={opened} onChange={setOpened} position="bottom-start">
      <Popover.Target>
        <Button
          ref={buttonRef}
          size="xs"
          variant="default"
          leftSection={<IconFilterPlus size={15} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {t("grid.filter.add")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        {opened && (
          <FilterForm
            filter={null}
            onDone={(filter) => {
              setOpened(false);
              onAdd(filter);
            }}
          />
        )}
      </Popover.Dropdown>
    </FocusPopover>
  );
}

type ChipProps = { filter: GridFilter; onChange: (filter: GridFilter) => void; onRemove: () => void };

function FilterChip({ filter, onChange, onRemove }: ChipProps) {
  const { t } = useTranslation();
  const label = useFieldLabel();
  const formatCondition = useFormatCondition(filter.column);
  const [opened, setOpened] = useState(false);
  const values = (filter.values ?? []).map(formatCondition).join(", ");
  // A state of stock is no value: "Stock is out of stock" says it twice.
  const ofState =
    kindOf(filter.column) === "stock" && (filter.test === "is" || filter.test === "isNot")
      ? filter.test
      : null;
  const test = ofState === null ? t(`grid.test.${filter.test}`) : t(`grid.stock.test.${ofState}`);
  const name = (ofState === null ? `${label(filter.column)} ${test} ${values}` : `${test} ${values}`).trim();
  return (
    <FocusPopover opened={opened} onChange={setOpened} position="bottom-start">
      <span className={classes.chip}>
        <Popover.Target>
          <UnstyledButton className={classes.chipText} onClick={() => setOpened(!opened)} title={name}>
            {ofState === null && (
              <>
                <DataText text={label(filter.column)} />{" "}
              </>
            )}
            <span className={classes.chipTest}>{test}</span> <DataText text={values} />
          </UnstyledButton>
        </Popover.Target>
        <UnstyledButton
          className={classes.chipClose}
          onClick={onRemove}
          aria-label={t("filters.remove", { filter: name })}
        >
          <IconX size={13} />
        </UnstyledButton>
      </span>
      <Popover.Dropdown>
        {opened && (
          <FilterForm
            filter={filter}
            onDone={(next) => {
              setOpened(false);
              onChange(next);
            }}
          />
        )}
      </Popover.Dropdown>
    </FocusPopover>
  );
}
