/** The fields that every item has. */
import { Autocomplete, SegmentedControl, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../../api/hooks";
import type { FacetValue } from "../../../../api/types";
import { cleanText } from "../../../../lib/text/text";
import { splitList } from "../../../../shared/catalog/tags";
import { TagsField } from "../../../../shared/desk/TagsField";
import { Duplicates } from "../hints/Duplicates";
import { FormField } from "./FormField";
import classes from "./ItemFields.module.css";
import type { ItemForm } from "../useItemForm";

const STATUSES = ["rascunho", "ativo", "inativo"] as const;

export function ItemFields({ form }: { form: ItemForm }) {
  const { t } = useTranslation();
  const { draft, change } = form;
  const facets = useCommandQuery("facets", {}).data;

  return (
    <div className={classes.grid}>
      <div className={classes.wide}>
        <FormField form={form} field="name" required>
          {(props) => (
            <TextInput
              {...props}
              value={draft.name}
              onChange={(event) => change({ name: event.currentTarget.value })}
              autoComplete="off"
              data-autofocus
            />
          )}
        </FormField>
        <Duplicates form={form} />
      </div>
      <FormField form={form} field="category">
        {(props) => (
          <Autocomplete
            {...props}
            data={valuesOf(facets?.categories)}
            value={draft.category}
            onChange={(category) => change({ category })}
            limit={12}
            openOnFocus={false}
            autoComplete="off"
          />
        )}
      </FormField>
      <FormField form={form} field="manufacturer">
        {(props) => (
          <Autocomplete
            {...props}
            data={valuesOf(facets?.manufacturers)}
            value={draft.manufacturer}
            onChange={(manufacturer) => change({ manufacturer })}
            limit={12}
            openOnFocus={false}
            autoComplete="off"
          />
        )}
      </FormField>
      <div className={classes.price}>
        <FormField form={form} field="price">
          {(props) => (
            <TextInput
              {...props}
              value={draft.price}
              onChange={(event) => change({ price: event.currentTarget.value })}
              inputMode="decimal"
              autoComplete="off"
              classNames={{ input: classes.figures }}
            />
          )}
        </FormField>
        <FormField form={form} field="currency">
          {(props) => (
            <TextInput
              {...props}
              value={draft.currency}
              onChange={(event) => change({ currency: event.currentTarget.value.toUpperCase() })}
              maxLength={12}
              spellCheck={false}
              autoComplete="off"
            />
          )}
        </FormField>
      </div>
      <FormField form={form} field="status">
        {({ id }) => (
          <SegmentedControl
            id={id}
            aria-labelledby={`${id}-label`}
            fullWidth
            data={STATUSES.map((value) => ({ value, label: t(`record.status.${value}`) }))}
            value={draft.status}
            onChange={(status) => change({ status })}
          />
        )}
      </FormField>
      <div className={classes.wide}>
        <FormField form={form} field="tags">
          {(props) => (
            <TagsField
              {...props}
              data={valuesOf(facets?.tags)}
              value={draft.tags}
              separate={separate}
              onChange={(tags) => change({ tags })}
              limit={10}
              openOnFocus={false}
              splitChars={[";", "|"]}
              placeholder={draft.tags.length === 0 ? t("itemForm.tagsHint") : undefined}
            />
          )}
        </FormField>
      </div>
      <div className={classes.wide}>
        <FormField form={form} field="description" extra={<Length of={draft.description} />}>
          {(props) => (
            <Textarea
              {...props}
              value={draft.description}
              onChange={(event) => change({ description: event.currentTarget.value })}
              autosize
              minRows={4}
              maxRows={16}
            />
          )}
        </FormField>
      </div>
      <div className={classes.wide}>
        <FormField form={form} field="notes" extra={<Length of={draft.notes} />}>
          {(props) => (
            <Textarea
              {...props}
              value={draft.notes}
              onChange={(event) => change({ notes: event.currentTarget.value })}
              description={t("itemForm.notesHint")}
              inputWrapperOrder={["input", "description", "error"]}
              autosize
              minRows={2}
              maxRows={12}
            />
          )}
        </FormField>
      </div>
      <FormField form={form} field="externalId">
        {(props) => (
          <TextInput
            {...props}
            value={draft.externalId}
            onChange={(event) => change({ externalId: event.currentTarget.value })}
            spellCheck={false}
            autoComplete="off"
          />
        )}
      </FormField>
    </div>
  );
}

function Length({ of }: { of: string }) {
  const { t } = useTranslation();
  const words = of.trim() === "" ? 0 : of.trim().split(/\s+/).length;
  return words === 0 ? null : <span className={classes.length}>{t("itemForm.words", { count: words })}</span>;
}

/** Splits a pasted list of tags, which comes in as one. */
function separate(tag: string): string[] {
  return /[;|,\n]/.test(tag) ? splitList(tag.replace(/\n/g, ";")) : [tag];
}

/** The component refuses a list that holds a value twice. */
function valuesOf(values: FacetValue[] | undefined): string[] {
  return [...new Set((values ?? []).map(({ value }) => cleanText(value)))];
}
