/** One item of memory: corrected, deleted, brought back; below it what it was taken from. */
import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { call, type CommandError, type Data } from "../../../api/command";
import { DraftForm } from "../form/DraftForm";
import { useDraftForm } from "../form/useDraftForm";
import classes from "../personal.module.css";
import { AgainstList } from "./AgainstList";
import { asRequest, draftOf, type Knowledge, type KnowledgeDraft } from "./draft";
import { EvidenceList } from "./EvidenceList";
import { KnowledgeFields } from "./KnowledgeFields";

type Props = {
  known: Data<"getKnowledge"> | null;
  /** The item as it was last seen, and why it could not be read, where it is not there any more. */
  gone?: { base: Knowledge; error: CommandError } | null;
  onMade: (stored: Knowledge) => void;
  onGone: () => void;
};

export function KnowledgeForm({ known, gone = null, onMade, onGone }: Props) {
  const { t } = useTranslation();
  const form = useDraftForm<Knowledge, KnowledgeDraft>({
    kind: "knowledge",
    gone: gone?.error ?? null,
    stored: known?.item ?? gone?.base ?? null,
    draftOf,
    write: (onto, typed, operationId) => {
      const request = { ...asRequest(typed), operationId };
      return onto
        ? call("updateKnowledge", { ...request, id: onto.id, version: onto.version })
        : call("createKnowledge", request);
    },
    writes: "updateKnowledge",
    remove: "deleteKnowledge",
    restore: "restoreKnowledge",
    words: { saved: t("personal.memory.saved"), deleted: t("personal.memory.deleted") },
    onMade,
    onGone,
  });
  const textOf = (draft: KnowledgeDraft, field: keyof KnowledgeDraft) => {
    if (field === "area") return t(`personal.decisions.area.${draft.area}`);
    if (field === "type") return t(`personal.memory.type.${draft.type}`);
    return draft[field];
  };
  return (
    <>
      <DraftForm
        title={t(form.base ? "personal.memory.edit" : "personal.memory.new")}
        form={form}
        kind="knowledge"
        nameOf={({ content }) => content}
        draftOf={draftOf}
        words={{ label: (field) => t(`personal.memory.field.${field}`), text: textOf }}
      >
        <KnowledgeFields form={form} />
      </DraftForm>
      {known && <AgainstList items={known.against ?? []} />}
      {known && (
        <section className={classes.after} aria-label={t("personal.memory.evidence.title")}>
          <Text component="h3" size="sm" fw={600}>
            {t("personal.memory.evidence.title")}
          </Text>
          <EvidenceList evidence={known.evidence} none={t("personal.memory.evidence.none")} />
          <Text size="sm" c="dimmed">
            {t("personal.memory.uses", { count: known.uses.length })}
          </Text>
        </section>
      )}
    </>
  );
}
