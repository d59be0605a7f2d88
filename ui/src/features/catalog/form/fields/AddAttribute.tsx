/** Adds an attribute: by a name that others of the category have, or by a new one. */
import { Autocomplete, Button, UnstyledButton } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../../components/DataText";
import { cleanText } from "../../../../lib/text/text";
import { useAttributeLabel } from "../../../../shared/fields/useDefinedFields";
import { ATTRIBUTE_NAME } from "../../../../shared/changes/draft";
import type { AttributeDraft, AttributeKind } from "../../../../shared/changes/attributes";
import classes from "./AttributeFields.module.css";
import { fieldId } from "./FormField";
import { useKnownAttributes } from "./useKnownAttributes";
import type { ItemForm } from "../useItemForm";

/** More would be a list to be read, not a hint. */
const SUGGESTED = 8;

export function AddAttribute({ form }: { form: ItemForm }) {
  const { t } = useTranslation();
  const labelOf = useAttributeLabel();
  const { attributes, attributeName: typed, category } = form.draft;
  const usual = useKnownAttributes(category);
  const own = new Set(attributes.map((one) => one.key));
  const known = usual.filter((one) => !own.has(one.key));
  const key = typed.trim().replace(/\s+/g, "_");
  const taken = own.has(key);

  const anywhere = category.trim() === "";
  const suggested = t(anywhere ? "itemForm.usualAttributes" : "itemForm.suggestedAttributes");

  const add = (name: string) => {
    if (name === "" || own.has(name)) return;
    const kind = known.find((one) => one.key === name)?.kind ?? "text";
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
          data={known.map((one) => cleanText(one.key))}
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
