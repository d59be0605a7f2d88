/** The free attributes: one row each, of a kind that can be changed, and a way to add more. */
import {
  ActionIcon,
  Autocomplete,
  Menu,
  SegmentedControl,
  TagsInput,
  Textarea,
  TextInput,
} from "@mantine/core";
import {
  IconAbc,
  IconBraces,
  IconList,
  IconNumbers,
  IconToggleLeft,
  IconTrash,
  type Icon,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../api/hooks";
import { cleanText } from "../../../lib/text";
import { useFieldLabel } from "../shared/useFieldLabel";
import { AddAttribute } from "./AddAttribute";
import { changeKind, KINDS, type AttributeDraft, type AttributeKind } from "./attributes";
import classes from "./AttributeFields.module.css";
import { FormField, type InputProps } from "./FormField";
import type { ItemForm } from "./useItemForm";

const KIND_ICONS: Record<AttributeKind, Icon> = {
  text: IconAbc,
  number: IconNumbers,
  boolean: IconToggleLeft,
  list: IconList,
  json: IconBraces,
};

export function AttributeFields({ form }: { form: ItemForm }) {
  const { t } = useTranslation();
  const { attributes } = form.draft;
  const replace = (index: number, next: AttributeDraft) =>
    form.change({ attributes: attributes.map((one, at) => (at === index ? next : one)) });
  const remove = (index: number) => form.change({ attributes: attributes.filter((_, at) => at !== index) });

  return (
    <section className={classes.section} aria-labelledby="item-attributes">
      <h3 id="item-attributes" className={classes.title}>
        {t("itemForm.attributes")}
      </h3>
      {attributes.length === 0 && <p className={classes.none}>{t("itemForm.noAttributes")}</p>}
      <div className={classes.rows}>
        {attributes.map((attribute, index) => (
          <AttributeRow
            key={attribute.key}
            form={form}
            attribute={attribute}
            onChange={(next) => replace(index, next)}
            onRemove={() => remove(index)}
          />
        ))}
      </div>
      <AddAttribute form={form} />
    </section>
  );
}

type RowProps = {
  form: ItemForm;
  attribute: AttributeDraft;
  onChange: (next: AttributeDraft) => void;
  onRemove: () => void;
};

function AttributeRow({ form, attribute, onChange, onRemove }: RowProps) {
  const { t } = useTranslation();
  const label = useFieldLabel();
  const field = `attributes.${attribute.key}`;
  const name = cleanText(label(field));
  return (
    <FormField
      form={form}
      field={field}
      extra={
        <>
          <KindMenu attribute={attribute} name={name} onChange={onChange} />
          <ActionIcon
            size={24}
            onClick={onRemove}
            aria-label={t("itemForm.removeAttribute", { name })}
            title={t("itemForm.removeAttribute", { name })}
          >
            <IconTrash size={15} />
          </ActionIcon>
        </>
      }
    >
      {(props) => <ValueInput props={props} attribute={attribute} onChange={onChange} />}
    </FormField>
  );
}

type KindProps = { attribute: AttributeDraft; name: string; onChange: (next: AttributeDraft) => void };

function KindMenu({ attribute, name, onChange }: KindProps) {
  const { t } = useTranslation();
  const Current = KIND_ICONS[attribute.kind];
  const label = t("itemForm.kindOf", { name, kind: t(`itemForm.kind.${attribute.kind}`) });
  return (
    <Menu position="bottom-end" withinPortal>
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
        <TagsInput
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
      return attribute.text.includes("\n") || attribute.text.length > 90 ? (
        <Textarea
          {...props}
          value={attribute.text}
          onChange={(event) => onChange({ key, kind: "text", text: event.currentTarget.value })}
          autosize
          maxRows={8}
        />
      ) : (
        <Autocomplete
          {...props}
          data={values}
          value={attribute.text}
          onChange={(text) => onChange({ key, kind: "text", text })}
          limit={12}
          openOnFocus={false}
          autoComplete="off"
        />
      );
  }
}
