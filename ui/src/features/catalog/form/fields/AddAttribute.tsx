/** Adds an attribute: that of a defined field, one that others of the category have, or a new one. */
import { Autocomplete, Button, UnstyledButton } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../../components/DataText";
import { cleanText } from "../../../../lib/text/text";
import { useCategoryPath } from "../../categories/useCategoryPath";
import { fieldLabel, useAttributeLabel, useDefinedFields } from "../../../../shared/fields/useDefinedFields";
import { ATTRIBUTE_NAME } from "../../../../shared/changes/draft";
import type { AttributeDraft, AttributeKind } from "../../../../shared/changes/attributes";
import classes from "./AttributeFields.module.css";
import { arrangeAttributes } from "./defined/arrangeAttributes";
import { findField } from "./defined/findField";
import { fieldId } from "./FormField";
import { useKnownAttributes } from "./useKnownAttributes";
import type { ItemForm } from "../useItemForm";

/** More would be a list to be read, not a hint. */
const SUGGESTED = 8;

export function AddAttribute({ form }: { form: ItemForm }) {
  const { t } = useTranslation();
  const labelOf = useAttributeLabel();
  const fields = useDefinedFields();
  const { attributes, attributeName: typed, category } = form.draft;
  const usual = useKnownAttributes(category);
  const own = new Set(attributes.map((one) => one.key));
  const isWanted = fields.some(({ requiredIn, expectedIn }) => requiredIn.length + expectedIn.length > 0);
  // The rows of fields that the category wants stand in the form although the item lacks them.
  const rows = arrangeAttributes(attributes, fields, useCategoryPath(category, isWanted));
  const standing = new Set(rows.flatMap((group) => group.rows.map(({ attribute }) => attribute.key)));
  const known = usual.filter((one) => !own.has(one.key) && !standing.has(one.key));
  const written = typed.trim().replace(/\s+/g, "_");
  // A name of a field that is typed makes no second attribute beside that of the field.
  const isKnown = own.has(written) || known.some((one) => one.key === written);
  const key = isKnown ? written : (findField(fields, typed)?.key ?? written);
  const taken = own.has(key);

  const anywhere = category.trim() === "";
  const suggested = t(anywhere ? "itemForm.usualAttributes" : "itemForm.suggestedAttributes");

  const defined = new Set(fields.map((field) => field.key));
  const offered = [
    ...fields.filter((field) => !own.has(field.key)).map(fieldLabel),
    ...known.filter((one) => !defined.has(one.key)).map((one) => one.key),
  ];

  const add = (name: string) => {
    if (name === "" || own.has(name)) return;
    // The input of a field is that of its type, and says nothing at first.
    const alike = defined.has(name) ? undefined : known.find((one) => one.key === name);
    const kind = alike?.kind ?? "text";
    form.change({ attributes: [...attributes, blank(name, kind)], attributeName: "" });
    // The row is there after the next drawing; the value is what one types next.
    setTimeout(() => document.getElementById(fieldId(`attributes.${name}`))?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    add(key);
  };

  return (
    <>
      {known.length > 0 && (
        <div className={classes.suggestions} role="group" aria-label={suggested}>
          <span>{suggested}</span>
          {known.slice(0, SUGGESTED).map((one) => (
            <UnstyledButton key={one.key} className={classes.suggestion} onClick={() => add(one.key)}>
              <DataText text={labelOf(one.key)} />
            </UnstyledButton>
          ))}
        </div>
      )}
      <div className={classes.add}>
        <Autocomplete
          id={fieldId(ATTRIBUTE_NAME)}
          label={t("itemForm.newAttribute")}
          size="xs"
          value={typed}
          onChange={(attributeName) => form.change({ attributeName })}
          onKeyDown={onKeyDown}
          data={[...new Set(offered.map(cleanText))]}
          limit={10}
          openOnFocus={false}
          error={taken && t("fieldProblem.attribute_twice")}
          placeholder={t("itemForm.newAttributeHint")}
          autoComplete="off"
          spellCheck={false}
          w={230}
        />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={15} aria-hidden />}
          disabled={key === "" || taken}
          onClick={() => add(key)}
        >
          {t("itemForm.addAttribute")}
        </Button>
      </div>
    </>
  );
}

function blank(key: string, kind: AttributeKind): AttributeDraft {
  if (kind === "boolean") return { key, kind, on: true };
  return kind === "list" ? { key, kind, values: [] } : { key, kind, text: "" };
}
