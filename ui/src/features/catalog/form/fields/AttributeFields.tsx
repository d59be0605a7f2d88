/** The free attributes: one row each, of a kind that can be changed, and a way to add more. */
import { ActionIcon, Autocomplete, Button, Menu, SegmentedControl, Textarea, TextInput } from "@mantine/core";
import {
  IconAbc,
  IconBraces,
  IconList,
  IconNumbers,
  IconToggleLeft,
  IconTrash,
  type Icon,
} from "@tabler/icons-react";
import { Fragment, memo, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../../api/hooks";
import { DataText } from "../../../../components/DataText";
import { cleanText } from "../../../../lib/text/text";
import { useStable } from "../../../../lib/hooks/useStable";
import { useFieldLabel } from "../../../../shared/changes/useFieldLabel";
import { useProblemText } from "../../../../shared/forms/useProblemText";
import { TagsField } from "../../../../shared/desk/TagsField";
import { useDefinedFields, type DefinedField } from "../../../../shared/fields/useDefinedFields";
import { AddAttribute } from "./AddAttribute";
import { arrangeAttributes, isOfField, takeInSight } from "./defined/arrangeAttributes";
import {
  changeKind,
  isInexact,
  KINDS,
  toValue,
  type AttributeDraft,
  type AttributeKind,
} from "../../../../shared/changes/attributes";
import { useCategoryPath } from "../../categories/useCategoryPath";
import classes from "./AttributeFields.module.css";
import { textOf } from "../../../../shared/changes/draft";
import { FieldFrame, type InputProps } from "./FormField";
import { TypedInput } from "./defined/TypedInput";
import { withPastValue } from "../../../../shared/changes/history";
import type { ItemForm } from "../useItemForm";

const KIND_ICONS: Record<AttributeKind, Icon> = {
  text: IconAbc,
  number: IconNumbers,
  boolean: IconToggleLeft,
  list: IconList,
  json: IconBraces,
};

/** More rows than these are drawn when they are asked for: each costs time to draw. */
const AT_FIRST = 60;

export function AttributeFields({ form }: { form: ItemForm }) {
  const { t } = useTranslation();
  const describe = useProblemText();
  const [most, setMost] = useState(AT_FIRST);
  const { base, baseDraft, draft, problems } = form;
  const { attributes } = draft;
  const fields = useDefinedFields();
  const put = useStable((next: AttributeDraft) => {
    const now = form.draft.attributes;
    const isThere = now.some((one) => one.key === next.key);
    form.change({
      attributes: isThere ? now.map((one) => (one.key === next.key ? next : one)) : [...now, next],
    });
  });
  const remove = useStable((key: string) =>
    form.change({ attributes: form.draft.attributes.filter((one) => one.key !== key) }),
  );
  const restore = useStable((key: string, value: unknown) => {
    if (!base) return;
    form.change(withPastValue(form.draft, base, `attributes.${key}`, value, form.language));
  });
  const stored = useMemo(() => new Map(baseDraft.attributes.map((one) => [one.key, one])), [baseDraft]);
  const wrong = new Map(problems.map((one) => [one.field, one]));
  const changed = new Set(form.changed);
  const isWanted = fields.some(({ requiredIn, expectedIn }) => requiredIn.length + expectedIn.length > 0);
  const groups = arrangeAttributes(attributes, fields, useCategoryPath(draft.category, isWanted));
  // What was changed, added or is wrong is in sight wherever it stands.
  const isKept = (key: string) => changed.has(`attributes.${key}`) || wrong.has(`attributes.${key}`);
  const { shown, hidden } = takeInSight(groups, most, isKept);

  return (
    <section className={classes.section} aria-labelledby="item-attributes">
      <h3 id="item-attributes" className={classes.title}>
        {t("itemForm.attributes")}
      </h3>
      {groups.length === 0 && <p className={classes.none}>{t("itemForm.noAttributes")}</p>}
      {shown.map(({ name, rows }) => (
        <Fragment key={name ?? ""}>
          {name !== null && (
            <h4 className={classes.group}>
              <DataText text={name} />
            </h4>
          )}
          <div className={classes.rows}>
            {rows.map(({ attribute, field: defined, isThere, isRequired }) => {
              const field = `attributes.${attribute.key}`;
              const problem = wrong.get(field);
              return (
                <AttributeRow
                  key={attribute.key}
                  attribute={attribute}
                  defined={defined}
                  isRequired={isRequired}
                  error={problem ? describe(problem) : null}
                  before={base && changed.has(field) ? textOf(stored.get(attribute.key)) : null}
                  rounded={!changed.has(field) && isRounded(attribute)}
                  itemId={base?.id ?? null}
                  onChange={put}
                  onRemove={isThere ? remove : null}
                  onRestore={restore}
                />
              );
            })}
          </div>
        </Fragment>
      ))}
      {hidden > 0 && (
        <Button size="xs" variant="default" onClick={() => setMost(most + AT_FIRST)}>
          {t("itemForm.moreAttributes", { count: Math.min(hidden, AT_FIRST), hidden })}
        </Button>
      )}
      <AddAttribute form={form} />
    </section>
  );
}

type RowProps = {
  attribute: AttributeDraft;
  /** Its field; null where it is not defined. */
  defined: DefinedField | null;
  isRequired: boolean;
  error: string | null;
  /** What is stored, where it differs; else null. */
  before: string | null;
  /** Whether more digits are stored than are shown. */
  rounded: boolean;
  itemId: string | null;
  onChange: (next: AttributeDraft) => void;
  /** Null where the item does not have it. */
  onRemove: ((key: string) => void) | null;
  onRestore: (key: string, value: unknown) => void;
};

/** Drawn anew only where something of it changed: an item may have thousands. */
const AttributeRow = memo(function AttributeRow(props: RowProps) {
  const { attribute, defined, isRequired, error, before, rounded, itemId, onChange, onRemove, onRestore } =
    props;
  const { t } = useTranslation();
  const label = useFieldLabel();
  const { key } = attribute;
  const field = `attributes.${key}`;
  const name = cleanText(label(field));
  // What is not of the type of its field is shown as what it is, and can be changed into another kind.
  const typed = defined !== null && isOfField(attribute, defined) ? defined : null;
  return (
    <FieldFrame
      field={field}
      required={isRequired}
      error={error === null ? undefined : <DataText text={error} />}
      before={before}
      itemId={itemId}
      onRestore={(value) => onRestore(key, value)}
      extra={
        <>
          {typed === null && <KindMenu attribute={attribute} name={name} onChange={onChange} />}
          {onRemove && (
            <ActionIcon
              size={24}
              onClick={() => onRemove(key)}
              aria-label={t("itemForm.removeAttribute", { name })}
              title={t("itemForm.removeAttribute", { name })}
            >
              <IconTrash size={15} />
            </ActionIcon>
          )}
        </>
      }
    >
      {(input) => (
        <>
          {typed === null ? (
            <ValueInput props={input} attribute={attribute} onChange={onChange} />
          ) : (
            <TypedInput
              props={input}
              attribute={attribute}
              field={typed}
              onChange={onChange}
              plain={<ValueInput props={input} attribute={attribute} onChange={onChange} />}
            />
          )}
          {rounded && <p className={classes.none}>{t("itemForm.roundedNumber")}</p>}
        </>
      )}
    </FieldFrame>
  );
});

function isRounded(attribute: AttributeDraft): boolean {
  return (attribute.kind === "number" || attribute.kind === "json") && isInexact(toValue(attribute));
}

type KindProps = { attribute: AttributeDraft; name: string; onChange: (next: AttributeDraft) => void };

function KindMenu({ attribute, name, onChange }: KindProps) {
  const { t } = useTranslation();
  const Current = KIND_ICONS[attribute.kind];
  const label = t("itemForm.kindOf", { name, kind: t(`itemForm.kind.${attribute.kind}`) });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={24} aria-label={label} title={label}>
          <Current size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {KINDS.map((kind) => {
          const KindIcon = KIND_ICONS[kind];
          return (
            <Menu.Item
              key={kind}
              leftSection={<KindIcon size={16} aria-hidden />}
              disabled={kind === attribute.kind}
              onClick={() => onChange(changeKind(attribute, kind))}
            >
              {t(`itemForm.kind.${kind}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

type InputRowProps = {
  props: InputProps;
  attribute: AttributeDraft;
  onChange: (next: AttributeDraft) => void;
};

function ValueInput({ props, attribute, onChange }: InputRowProps) {
  const { t } = useTranslation();
  const known = useCommandQuery("facets", {}).data?.attributes.find(({ key }) => key === attribute.key);
  const values = [...new Set((known?.values ?? []).map(({ value }) => cleanText(value)))];
  const { key } = attribute;
  switch (attribute.kind) {
    case "boolean":
      return (
        <SegmentedControl
          id={props.id}
          aria-labelledby={`${props.id}-label`}
          data={[
            { value: "true", label: t("value.yes") },
            { value: "false", label: t("value.no") },
          ]}
          value={String(attribute.on)}
          onChange={(value) => onChange({ key, kind: "boolean", on: value === "true" })}
        />
      );
    case "list":
      return (
        <TagsField
          {...props}
          data={values}
          value={attribute.values}
          onChange={(next) => onChange({ key, kind: "list", values: next })}
          openOnFocus={false}
          splitChars={[";", "|"]}
        />
      );
    case "json":
      return (
        <Textarea
          {...props}
          value={attribute.text}
          onChange={(event) => onChange({ key, kind: "json", text: event.currentTarget.value })}
          autosize
          minRows={2}
          maxRows={12}
          spellCheck={false}
          classNames={{ input: classes.code }}
        />
      );
    case "number":
      return (
        <TextInput
          {...props}
          value={attribute.text}
          onChange={(event) => onChange({ key, kind: "number", text: event.currentTarget.value })}
          inputMode="decimal"
          autoComplete="off"
        />
      );
    case "text":
      return (
        <TextValue
          props={props}
          text={attribute.text}
          values={values}
          onText={(text) => onChange({ key, kind: "text", text })}
        />
      );
  }
}

type TextProps = { props: InputProps; text: string; values: string[]; onText: (text: string) => void };

/** A text in one line or, where it is long, in several: while a person types it stays in the control they are in. */
function TextValue({ props, text, values, onText }: TextProps) {
  const [hasFocus, setFocus] = useState(false);
  const [drawn, setDrawn] = useState({ text, isLong: isLong(text) });
  if (text !== drawn.text) setDrawn({ text, isLong: hasFocus ? drawn.isLong : isLong(text) });
  const focus = { onFocus: () => setFocus(true), onBlur: () => setFocus(false) };
  return drawn.isLong ? (
    <Textarea
      {...props}
      {...focus}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      autosize
      maxRows={8}
    />
  ) : (
    <Autocomplete
      {...props}
      {...focus}
      data={values}
      value={text}
      onChange={onText}
      limit={12}
      openOnFocus={false}
      autoComplete="off"
    />
  );
}

function isLong(text: string): boolean {
  return text.includes("\n") || text.length > 90;
}
