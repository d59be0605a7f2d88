/** One field: what it is called, what its values are, who must have it, and what a change of it would do. */
import { NativeSelect, Switch, Text, TextInput } from "@mantine/core";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/command";
import { useCommandMutation } from "../../../api/hooks";
import { fold } from "../../../lib/text/text";
import { NOTE_BELOW } from "../../../shared/desk/noteBelow";
import { TagsField } from "../../../shared/desk/TagsField";
import { useKnownValues } from "../../../shared/filters/useKnownValues";
import { LeaveRecordGuard } from "../shared/record/LeaveRecordGuard";
import { RecordForm } from "../shared/record/RecordForm";
import { useRecordForm } from "../shared/record/useRecordForm";
import { contentOf, draftOf, draftOfFound, type FieldDraft } from "./draft";
import { FieldEffects } from "./FieldEffects";
import { FieldHistory } from "./FieldHistory";
import classes from "./fields.module.css";
import { UnknownCategories } from "./UnknownCategories";
import {
  FIELD_TYPES,
  SEARCH_WEIGHTS,
  type DefinedField,
  type FieldType,
  type FoundField,
  type SearchWeight,
} from "./types";

type Props = {
  /** What a new field starts from. */
  proposal: FoundField | null;
  stored: DefinedField | null;
  /** The field was deleted meanwhile; `stored` is what it was. */
  isGone: boolean;
  /** Attributes that a new field can be about. */
  found: FoundField[];
  onMade: (stored: DefinedField) => void;
  onGone: () => void;
};

const LIST_FIELDS: readonly (keyof FieldDraft)[] = ["allowed", "requiredIn", "expectedIn"];

export function FieldForm({ proposal, stored, isGone, found, onMade, onGone }: Props) {
  const { t } = useTranslation();
  // Once it is defined the attribute is offered no more: the form goes on from what it began with.
  const [begun] = useState(() => proposal);
  const draftFrom = useCallback(
    (base: DefinedField | null) => ({ ...draftOf(base), ...(!base && begun && draftOfFound(begun)) }),
    [begun],
  );
  const categories = [...new Set(useKnownValues("category"))];
  const findKnown = (key: string) => found.find((one) => one.key === key);
  const content = (onto: DefinedField | null, typed: FieldDraft) =>
    contentOf(typed, onto ? draftOf(onto).expectedIn : (findKnown(typed.key)?.expectedIn ?? []));
  const form = useRecordForm<DefinedField, FieldDraft>({
    kind: "field",
    stored,
    isGone,
    isProposed: begun !== null,
    draftOf: draftFrom,
    write: (onto, typed, operationId) =>
      call("saveField", {
        ...content(onto, typed),
        ...(onto && { id: onto.id, version: onto.version, key: onto.key }),
        operationId,
      }),
    commands: { reads: "listFields", writes: "saveField" },
    remove: useCommandMutation("deleteField"),
    restore: useCommandMutation("restoreField"),
    describeSaved: ({ name }) => t("definedFields.saved", { name }),
    describeDeleted: ({ name }) => t("definedFields.deleted", { name }),
    onMade,
    onGone,
  });
  const { base, draft, errors, change } = form;
  const textOf = (typed: FieldDraft, field: keyof FieldDraft): string => {
    if (field === "fieldType") return t(`definedFields.type.${typed.fieldType}`);
    if (field === "filterable") return t(typed.filterable ? "value.yes" : "value.no");
    if (field === "searchWeight") return t(`definedFields.searchWeight.${typed.searchWeight}`);
    if (LIST_FIELDS.includes(field)) return (typed[field] as string[]).join("; ");
    return typed[field] as string;
  };
  // Of those that were stored: what is typed is looked up with the effect of the definition.
  const named = new Set([...draft.requiredIn, ...draft.expectedIn].map(fold));
  const unknownNow = (base?.unknownIn ?? []).filter((name) => named.has(fold(name)));
  const allows = draft.fieldType === "choice" || draft.fieldType === "choices" ? draft.fieldType : null;
  // A key that is still being typed may begin with that of another attribute.
  const takeFound = () => {
    const known = findKnown(draft.key);
    if (!known) return;
    const texts = [draft.name, draft.unit].every((text) => text.trim() === "");
    const lists = [draft.allowed, draft.requiredIn, draft.expectedIn].every((list) => list.length === 0);
    // What is typed stays; the categories that expect the attribute go on doing so.
    if (texts && lists && draft.fieldType === draftOf(null).fieldType) change(draftOfFound(known));
    else if (draft.expectedIn.length === 0) change({ expectedIn: known.expectedIn });
  };

  return (
    <RecordForm
      title={t(base ? "definedFields.edit" : "definedFields.new")}
      form={form}
      draftOf={draftFrom}
      words={{ label: (field) => t(`definedFields.field.${field}`), text: textOf }}
      footer={
        <>
          <FieldEffects
            content={content(base, draft)}
            asked={draft.key.trim() !== ""}
            toldUnknown={unknownNow}
          />
          {base && <FieldHistory id={base.id} />}
          <LeaveRecordGuard form={form} />
        </>
      }
    >
      {base ? (
        <Text size="sm" c="dimmed">
          {t("definedFields.keyStays", { key: base.key })}
        </Text>
      ) : (
        <TextInput
          label={t("definedFields.field.key")}
          description={t("definedFields.keyNote")}
          required
          maxLength={200}
          list="undefined-attributes"
          value={draft.key}
          error={errors.key}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => change({ key: event.currentTarget.value })}
          onBlur={takeFound}
        />
      )}
      <datalist id="undefined-attributes">
        {found.map(({ key }) => (
          <option key={key} value={key} />
        ))}
      </datalist>
      <div className={classes.pair}>
        <TextInput
          label={t("definedFields.field.name")}
          required
          maxLength={80}
          value={draft.name}
          error={errors.name}
          autoComplete="off"
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <TextInput
          label={t("definedFields.field.unit")}
          maxLength={20}
          value={draft.unit}
          error={errors.unit}
          autoComplete="off"
          placeholder="g/L"
          onChange={(event) => change({ unit: event.currentTarget.value })}
        />
      </div>
      <NativeSelect
        label={t("definedFields.field.fieldType")}
        value={draft.fieldType}
        data={FIELD_TYPES.map((value) => ({ value, label: t(`definedFields.type.${value}`) }))}
        onChange={(event) => change({ fieldType: event.currentTarget.value as FieldType })}
      />
      {allows && (
        <TagsField
          label={t("definedFields.field.allowed")}
          description={t(`definedFields.allowedNote.${allows}`)}
          value={draft.allowed}
          error={errors.allowed}
          splitChars={[";", "|"]}
          onChange={(allowed) => change({ allowed })}
        />
      )}
      <TagsField
        label={t("definedFields.field.requiredIn")}
        description={t("definedFields.requiredNote")}
        data={categories}
        value={draft.requiredIn}
        error={errors.requiredIn}
        splitChars={[";", "|"]}
        onChange={(requiredIn) => change({ requiredIn })}
      />
      <TagsField
        label={t("definedFields.field.expectedIn")}
        description={t("definedFields.expectedNote")}
        data={categories}
        value={draft.expectedIn}
        error={errors.expectedIn}
        splitChars={[";", "|"]}
        onChange={(expectedIn) => change({ expectedIn })}
      />
      <UnknownCategories names={unknownNow} />
      <div className={classes.pair}>
        <TextInput
          label={t("definedFields.field.group")}
          maxLength={60}
          value={draft.group}
          error={errors.group}
          autoComplete="off"
          onChange={(event) => change({ group: event.currentTarget.value })}
        />
        <TextInput
          label={t("definedFields.field.position")}
          description={t("definedFields.positionNote")}
          inputWrapperOrder={NOTE_BELOW}
          inputMode="numeric"
          value={draft.position}
          autoComplete="off"
          onChange={(event) => change({ position: event.currentTarget.value.replace(/\D/g, "") })}
        />
      </div>
      <Switch
        label={t("definedFields.field.filterable")}
        checked={draft.filterable}
        onChange={(event) => change({ filterable: event.currentTarget.checked })}
      />
      <NativeSelect
        label={t("definedFields.field.searchWeight")}
        description={t("definedFields.searchWeightNote")}
        value={draft.searchWeight}
        data={SEARCH_WEIGHTS.map((value) => ({ value, label: t(`definedFields.searchWeight.${value}`) }))}
        onChange={(event) => change({ searchWeight: event.currentTarget.value as SearchWeight })}
      />
    </RecordForm>
  );
}
