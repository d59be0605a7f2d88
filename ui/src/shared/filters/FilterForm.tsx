/** One condition: which column, what is asked of it, with which values. */
import { Button, MultiSelect, Select, TagsInput, TextInput } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../api/hooks";
import { cleanText } from "../../lib/text/text";
import { readNumber } from "../../lib/amount";
import { useProblemText } from "../forms/useProblemText";
import { useFieldLabel } from "../changes/useFieldLabel";
import { FIXED_COLUMNS, isQueried, kindOf, type ColumnKind } from "./columns";
import { TESTS, type GridFilter, type GridTest } from "./gridState";
import classes from "./Filters.module.css";
import { useKnownValues } from "./useKnownValues";
import { useFormatCondition } from "./useFormatCondition";
import { STOCK_STATES } from "../stock/stockStates";

const TESTS_OF: Record<ColumnKind, readonly GridTest[]> = {
  text: ["contains", "is", "isNot", "empty", "notEmpty"],
  list: ["is", "isNot", "contains", "empty", "notEmpty"],
  status: ["is", "isNot"],
  price: ["below", "above", "is", "empty", "notEmpty"],
  number: ["below", "above", "is"],
  time: ["above", "below", "is"],
  share: ["below", "above"],
  packages: [],
  picture: [],
  stock: ["is", "isNot", "below", "above"],
  attribute: TESTS,
};
/** Columns that are asked for an amount. */
const AMOUNTS = new Set<ColumnKind>(["price", "number"]);
/** Columns that are asked for an amount where a bound is asked for. */
const MAY_BE_AMOUNTS = new Set<ColumnKind>(["attribute", "stock"]);
/** The values of columns that have a few. */
const CHOICES: Partial<Record<ColumnKind, readonly string[]>> = {
  status: ["ativo", "inativo", "rascunho"],
  stock: STOCK_STATES,
};

type Props = { filter: GridFilter | null; onDone: (filter: GridFilter) => void };

/** The list itself scrolls, which its field steers by keys; a frame around it could not be reached by any. */
const LIST_SCROLLS = {
  withScrollArea: false,
  styles: { options: { maxHeight: 220, overflowY: "auto" } },
} as const;

export function FilterForm({ filter, onDone }: Props) {
  const { t } = useTranslation();
  const label = useFieldLabel();
  const attributes = useCommandQuery("gridColumns", {}).data?.attributes ?? [];
  const [column, setColumn] = useState(filter?.column ?? "category");
  const kind = kindOf(column);
  const tests = TESTS_OF[kind];
  const [chosen, setTest] = useState<GridTest>(filter?.test ?? "is");
  const test = tests.includes(chosen) ? chosen : (tests[0] ?? "is");
  const [values, setValues] = useState<string[]>(filter?.values ?? []);
  const needsValue = test !== "empty" && test !== "notEmpty";
  const isBound = isBoundTest(test);
  const isAmount = needsValue && (AMOUNTS.has(kind) || (MAY_BE_AMOUNTS.has(kind) && isBound));
  const wrong = isAmount ? values.map(readNumber).find((read) => "problem" in read) : undefined;
  const isTyped = values.some((value) => value.trim() !== "");
  const ready = !needsValue || (isTyped && wrong === undefined);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready)
      onDone({ column, test, values: needsValue ? values.filter((value) => value.trim() !== "") : [] });
  };
  const columns = [...FIXED_COLUMNS.filter(isQueried), ...attributes.map((attribute) => attribute.column)];
  return (
    <form className={classes.form} onSubmit={submit}>
      <Select
        size="xs"
        label={t("grid.filter.column")}
        searchable
        data={columns.map((value) => ({ value, label: cleanText(label(value)) }))}
        value={column}
        onChange={(next) => {
          if (next === null || next === column) return;
          setColumn(next);
          setValues([]);
        }}
        comboboxProps={{ withinPortal: false }}
        {...LIST_SCROLLS}
      />
      <Select
        size="xs"
        label={t("grid.filter.test")}
        data={tests.map((value) => ({ value, label: t(`grid.test.${value}`) }))}
        value={test}
        onChange={(next) => {
          if (next === null) return;
          setTest(next);
          // A state is no amount, and an amount no state.
          if (kind === "stock" && isBound !== isBoundTest(next)) setValues([]);
        }}
        comboboxProps={{ withinPortal: false }}
        {...LIST_SCROLLS}
      />
      {needsValue && (
        <ValueField
          key={`${column}${test}`}
          column={column}
          test={test}
          values={values}
          onChange={setValues}
          problem={isTyped ? wrong : undefined}
        />
      )}
      <Button type="submit" size="xs" disabled={!ready}>
        {t(filter ? "grid.filter.change" : "grid.filter.apply")}
      </Button>
    </form>
  );
}

function isBoundTest(test: GridTest): boolean {
  return test === "below" || test === "above";
}

type ValueProps = {
  column: string;
  test: GridTest;
  values: string[];
  onChange: (values: string[]) => void;
  problem: Exclude<ReturnType<typeof readNumber>, { value: number }> | undefined;
};

function ValueField({ column, test, values, onChange, problem }: ValueProps) {
  const { t } = useTranslation();
  const describe = useProblemText();
  const known = useKnownValues(column);
  const formatCondition = useFormatCondition(column);
  const kind = kindOf(column);
  const single = isBoundTest(test);
  const label = t("grid.filter.value");
  // Left open after a choice, the list would lie over the button that comes next.
  const [offered, setOffered] = useState(false);
  const list = {
    dropdownOpened: offered,
    onDropdownOpen: () => setOffered(true),
    onDropdownClose: () => setOffered(false),
    onChange: (next: string[]) => {
      setOffered(false);
      onChange(next);
    },
  };
  const choices = single ? undefined : CHOICES[kind];
  if (choices)
    return (
      <MultiSelect
        size="xs"
        label={label}
        data={choices.map((value) => ({ value, label: formatCondition(value) }))}
        value={values}
        {...list}
        comboboxProps={{ withinPortal: false }}
        {...LIST_SCROLLS}
      />
    );
  if (kind === "time")
    return (
      <TextInput
        size="xs"
        type="date"
        label={label}
        value={values[0] ?? ""}
        onChange={(event) => onChange([event.currentTarget.value])}
      />
    );
  if (kind === "share") return <PercentField label={label} values={values} onChange={onChange} />;
  if (single || kind === "price" || kind === "number")
    return (
      <TextInput
        size="xs"
        label={label}
        inputMode="decimal"
        value={values[0] ?? ""}
        onChange={(event) => onChange([event.currentTarget.value])}
        error={problem && describe({ code: problem.problem, allowed: problem.readings ?? "" })}
        autoComplete="off"
      />
    );
  return (
    <TagsInput
      size="xs"
      label={label}
      description={t("grid.filter.several")}
      data={[...new Set(known.map(cleanText))]}
      limit={20}
      value={values}
      {...list}
      splitChars={[";"]}
      comboboxProps={{ withinPortal: false }}
      maxDropdownHeight={200}
    />
  );
}

/** Typed in hundredths, asked for as a share. */
function PercentField({
  label,
  values,
  onChange,
}: { label: string } & Pick<ValueProps, "values" | "onChange">) {
  const [typed, setTyped] = useState(values[0] === undefined ? "" : String(Number(values[0]) * 100));
  return (
    <TextInput
      size="xs"
      label={label}
      inputMode="decimal"
      rightSection="%"
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        const read = readNumber(event.currentTarget.value);
        onChange("value" in read ? [String(read.value / 100)] : []);
      }}
      autoComplete="off"
    />
  );
}
