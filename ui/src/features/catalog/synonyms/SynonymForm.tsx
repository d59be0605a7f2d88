/** One group: its words, what a change of them would do to watched queries, and saving it. */
import { SegmentedControl, Text, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/command";
import { useCommandMutation } from "../../../api/hooks";
import { LeaveRecordGuard } from "../shared/record/LeaveRecordGuard";
import { RecordForm } from "../shared/record/RecordForm";
import { LIST_TYPING } from "../../../shared/catalog/tags";
import { TagsField } from "../../../shared/desk/TagsField";
import { useRecordForm } from "../shared/record/useRecordForm";
import { SynonymEffects } from "./SynonymEffects";
import { KINDS, type StoredGroup } from "./types";

type Props = {
  stored: StoredGroup | null;
  /** The group was deleted meanwhile; `stored` is what it was. */
  isGone: boolean;
  onMade: (stored: StoredGroup) => void;
  onGone: () => void;
};
type Draft = Pick<StoredGroup, "kind" | "name" | "terms">;

export function SynonymForm({ stored, isGone, onMade, onGone }: Props) {
  const { t } = useTranslation();
  const form = useRecordForm<StoredGroup, Draft>({
    kind: "synonym",
    stored,
    isGone,
    draftOf,
    write: (onto, typed, operationId) =>
      onto
        ? call("updateSynonymGroup", { ...typed, id: onto.id, version: onto.version, operationId })
        : call("createSynonymGroup", { ...typed, operationId }),
    commands: { reads: "listSynonyms", writes: "updateSynonymGroup" },
    remove: useCommandMutation("deleteSynonymGroup"),
    restore: useCommandMutation("restoreSynonymGroup"),
    describeSaved: ({ name }) => t("synonyms.saved", { name }),
    describeDeleted: ({ name }) => t("synonyms.deleted", { name }),
    onMade,
    onGone,
  });
  const { base, draft, changed, errors } = form;
  const change = (part: Partial<Draft>) => {
    // A word that was refused may stand in either field: what was said of one holds no longer.
    form.forgetFailure();
    form.change(part);
  };
  const textOf = (group: Draft, field: keyof Draft) => {
    if (field === "kind") return t(`synonyms.kinds.${group.kind}`);
    return field === "terms" ? group.terms.join("; ") : group.name;
  };

  return (
    <RecordForm
      title={t(base ? "synonyms.edit" : "synonyms.new")}
      form={form}
      draftOf={draftOf}
      words={{ label: (field) => t(`synonyms.${field}`), text: textOf }}
      footer={
        <>
          <SynonymEffects id={base?.id ?? null} group={draft} changed={changed} />
          <LeaveRecordGuard form={form} />
        </>
      }
    >
      <SegmentedControl
        aria-label={t("synonyms.kind")}
        value={draft.kind}
        onChange={(kind) => change({ kind })}
        data={KINDS.map((value) => ({ value, label: t(`synonyms.kinds.${value}`) }))}
      />
      <Text size="sm" c="dimmed">
        {t(`synonyms.about.${draft.kind}`)}
      </Text>
      <TextInput
        label={t("synonyms.name")}
        description={t("synonyms.nameNote")}
        value={draft.name}
        error={errors.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TagsField
        label={t("synonyms.terms")}
        description={t("synonyms.termsNote")}
        value={draft.terms}
        error={errors.terms}
        {...LIST_TYPING}
        onChange={(terms) => change({ terms })}
      />
    </RecordForm>
  );
}

/** The name is the first of the terms; it is edited once. */
function draftOf(stored: StoredGroup | null): Draft {
  if (!stored) return { kind: "generic", name: "", terms: [] };
  return { kind: stored.kind, name: stored.name, terms: stored.terms.filter((term) => term !== stored.name) };
}
