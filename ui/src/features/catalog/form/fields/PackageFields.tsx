/** The packages of a product: one row each, in an order that keys and pointer change. */
import { ActionIcon, Button, NativeSelect, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react";
import { useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../../components/DataText";
import { ambiguousAmount } from "../../../../lib/packages/content";
import { useProblemText } from "../../../../shared/forms/useProblemText";
import {
  EMPTY_PACKAGE,
  MOST_PACKAGES,
  packageField,
  readTypedPrice,
  type PackageDraft,
} from "../../../../shared/packages/draft";
import { useUnitPriceText } from "../../../../shared/packages/usePackageText";
import type { ItemForm } from "../useItemForm";
import { FormField, fieldId } from "./FormField";
import classes from "./PackageFields.module.css";

/** Alt and an arrow move the row in which the focus is. */
const STEPS: Record<string, -1 | 1> = { ArrowUp: -1, ArrowDown: 1 };
const TEXTS = ["label", "code", "ean", "price"] as const;
/** What is said of a field stands below it: above, it would move the field while one types. */
const PARTS: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];
const ADD_ID = "item-packages-add";

export function PackageFields({ form }: { form: ItemForm }) {
  const { t } = useTranslation();
  const { packages } = form.draft;
  const put = (next: PackageDraft[]) => form.change({ packages: next });
  // Where the focus goes once the rows are drawn anew.
  const seek = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (seek.current === null) return;
    document.getElementById(seek.current)?.focus();
    seek.current = null;
  });
  const move = (at: number, step: -1 | 1, focus: string) => {
    const one = packages[at];
    const to = at + step;
    if (!one || to < 0 || to >= packages.length) return;
    seek.current = focus.replace(`[${at}]`, `[${to}]`);
    put(packages.toSpliced(at, 1).toSpliced(to, 0, one));
  };
  const add = () => {
    seek.current = fieldId(packageField(packages.length, "label"));
    put([...packages, EMPTY_PACKAGE]);
  };
  const remove = (at: number) => {
    const next = Math.min(at, packages.length - 2);
    seek.current = next < 0 ? ADD_ID : fieldId(packageField(next, "label"));
    put(packages.toSpliced(at, 1));
  };
  return (
    <div className={classes.section}>
      <FormField form={form} field="packages">
        {({ id, error }) => (
          <div id={id} role="group" tabIndex={-1} aria-labelledby={`${id}-label`}>
            {packages.length === 0 && <p className={classes.none}>{t("packages.none")}</p>}
            <ol className={classes.rows}>
              {packages.map((one, at) => (
                <PackageRow
                  key={at}
                  form={form}
                  at={at}
                  one={one}
                  isLast={at === packages.length - 1}
                  onChange={(part) => put(packages.with(at, { ...one, ...part }))}
                  onMove={(step, focus) => move(at, step, focus)}
                  onRemove={() => remove(at)}
                />
              ))}
            </ol>
            {error && <p className={classes.error}>{error}</p>}
            <Button
              id={ADD_ID}
              size="xs"
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={add}
              disabled={packages.length >= MOST_PACKAGES}
            >
              {t("packages.add")}
            </Button>
            {packages.length >= MOST_PACKAGES && (
              <span className={classes.most}>{t("packages.most", { most: MOST_PACKAGES })}</span>
            )}
          </div>
        )}
      </FormField>
    </div>
  );
}

type RowProps = {
  form: ItemForm;
  at: number;
  one: PackageDraft;
  isLast: boolean;
  onChange: (part: Partial<PackageDraft>) => void;
  /** `focus` is the element that moves along. */
  onMove: (step: -1 | 1, focus: string) => void;
  onRemove: () => void;
};

function PackageRow({ form, at, one, isLast, onChange, onMove, onRemove }: RowProps) {
  const { t } = useTranslation();
  const describe = useProblemText();
  const hints = usePackageHints(one, form.draft.currency);
  const number = at + 1;
  const name = one.label.trim() || t("packages.row", { number });
  const buttonId = (step: -1 | 1) => fieldId(`packages[${at}].${step < 0 ? "up" : "down"}`);
  return (
    <li
      className={classes.row}
      aria-label={name}
      data-off={one.status === "inativo" || undefined}
      onKeyDown={(event) => {
        const step = event.altKey && !event.ctrlKey && !event.metaKey ? STEPS[event.key] : undefined;
        if (step === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        onMove(step, (event.target as HTMLElement).id);
      }}
    >
      {TEXTS.map((field) => {
        const problem = form.problems.find((found) => found.field === packageField(at, field));
        return (
          <TextInput
            key={field}
            id={fieldId(packageField(at, field))}
            size="xs"
            className={classes[field]}
            label={t(`packages.${field}`)}
            description={hints[field]}
            descriptionProps={{ size: "sm" }}
            errorProps={{ size: "sm" }}
            inputWrapperOrder={PARTS}
            value={one[field]}
            onChange={(event) => onChange({ [field]: event.currentTarget.value })}
            error={problem ? <DataText text={describe(problem)} /> : undefined}
            placeholder={field === "label" ? t("packages.labelHint") : undefined}
            inputMode={field === "price" ? "decimal" : undefined}
            spellCheck={false}
            autoComplete="off"
          />
        );
      })}
      <NativeSelect
        id={fieldId(packageField(at, "status"))}
        size="xs"
        className={classes.status}
        label={t("packages.status")}
        data={(["ativo", "inativo"] as const).map((value) => ({ value, label: t(`record.status.${value}`) }))}
        value={one.status}
        onChange={(event) =>
          onChange({ status: event.currentTarget.value === "inativo" ? "inativo" : "ativo" })
        }
      />
      <div className={classes.acts}>
        <ActionIcon
          id={buttonId(-1)}
          size={24}
          disabled={at === 0}
          onClick={() => onMove(-1, buttonId(-1))}
          aria-label={t("packages.up", { name })}
          title={t("packages.up", { name })}
        >
          <IconArrowUp size={15} />
        </ActionIcon>
        <ActionIcon
          id={buttonId(1)}
          size={24}
          disabled={isLast}
          onClick={() => onMove(1, buttonId(1))}
          aria-label={t("packages.down", { name })}
          title={t("packages.down", { name })}
        >
          <IconArrowDown size={15} />
        </ActionIcon>
        <ActionIcon
          size={24}
          onClick={onRemove}
          aria-label={t("packages.remove", { name })}
          title={t("packages.remove", { name })}
        >
          <IconTrash size={15} />
        </ActionIcon>
      </div>
    </li>
  );
}

/** What the label and the price come to: what a litre costs, or why that cannot be said. */
function usePackageHints(
  { label, price: typed }: PackageDraft,
  currency: string,
): Partial<Record<(typeof TEXTS)[number], string>> {
  const { t } = useTranslation();
  const describe = useProblemText();
  const unitText = useUnitPriceText();
  const readings = ambiguousAmount(label);
  if (readings !== null) return { label: describe({ code: "ambiguous", allowed: readings }) };
  const price = readTypedPrice(typed);
  if (price === null || label.trim() === "") return {};
  return { price: unitText({ label, price }, currency) || t("packages.noAmount") };
}
