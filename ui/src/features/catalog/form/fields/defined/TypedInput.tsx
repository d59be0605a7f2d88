/** The input of an attribute whose field is defined. What is wrong with a value the program says. */
import { NativeSelect, SegmentedControl, Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cleanText } from "../../../../../lib/text/text";
import type { AttributeDraft } from "../../../../../shared/changes/attributes";
import { TagsField } from "../../../../../shared/desk/TagsField";
import type { DefinedField } from "../../../../../shared/fields/useDefinedFields";
import type { InputProps } from "../FormField";

type Props = {
  props: InputProps;
  attribute: AttributeDraft;
  field: DefinedField;
  onChange: (next: AttributeDraft) => void;
  /** The input of a text of one line. */
  plain: ReactNode;
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function TypedInput({ props, attribute, field, onChange, plain }: Props) {
  const { t } = useTranslation();
  const { key } = attribute;
  const text = "text" in attribute ? attribute.text : "";
  const putText = (next: string) => onChange({ key, kind: "text", text: next });
  switch (field.fieldType) {
    case "text":
      return plain;
    case "longText":
      return (
        <Textarea
          {...props}
          value={text}
          onChange={(event) => putText(event.currentTarget.value)}
          autosize
          minRows={2}
          maxRows={10}
        />
      );
    case "number":
    case "price":
      return (
        <TextInput
          {...props}
          value={text}
          onChange={(event) => onChange({ key, kind: "number", text: event.currentTarget.value })}
          inputMode="decimal"
          autoComplete="off"
        />
      );
    case "date":
      // A day that is written otherwise could not be seen in an input of days.
      return text === "" || DAY.test(text) ? (
        <TextInput
          {...props}
          type="date"
          value={text}
          onChange={(event) => putText(event.currentTarget.value)}
        />
      ) : (
        plain
      );
    case "yesNo":
      return (
        <SegmentedControl
          id={props.id}
          aria-labelledby={`${props.id}-label`}
          data={[
            { value: "true", label: t("value.yes") },
            { value: "false", label: t("value.no") },
          ]}
          value={attribute.kind === "boolean" ? String(attribute.on) : ""}
          onChange={(value) => onChange({ key, kind: "boolean", on: value === "true" })}
        />
      );
    case "choice":
      return (
        <NativeSelect
          {...props}
          value={text}
          data={[
            { value: "", label: "–" },
            ...[...new Set([...field.allowed, ...(text === "" ? [] : [text])])].map((value) => ({
              value,
              label: cleanText(value),
            })),
          ]}
          onChange={(event) => putText(event.currentTarget.value)}
        />
      );
    case "choices":
      return (
        <TagsField
          {...props}
          data={field.allowed}
          value={attribute.kind === "list" ? attribute.values : []}
          onChange={(values) => onChange({ key, kind: "list", values })}
          openOnFocus={false}
          splitChars={[";", "|"]}
        />
      );
    case "gtin":
    case "ncm":
    case "link":
      return (
        <TextInput
          {...props}
          value={text}
          onChange={(event) => putText(event.currentTarget.value)}
          inputMode={field.fieldType === "link" ? "url" : "numeric"}
          autoComplete="off"
          spellCheck={false}
        />
      );
  }
}
