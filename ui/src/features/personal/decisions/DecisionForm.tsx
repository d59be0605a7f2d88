/** One decision. */
import { useTranslation } from "react-i18next";
import { call, type CommandError } from "../../../api/command";
import { useFormats } from "../../../i18n/language";
import { DraftForm } from "../form/DraftForm";
import { useDraftForm } from "../form/useDraftForm";
import { DecisionFields } from "./DecisionFields";
import { asRequest, draftOf, type Decision, type DecisionDraft } from "./draft";

type Props = {
  stored: Decision | null;
  onMade: (stored: Decision) => void;
  onGone: () => void;
  /** Why it could not be read, where it is not there any more. */
  gone?: CommandError | null;
};

export function DecisionForm({ stored, gone = null, onMade, onGone }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const form = useDraftForm<Decision, DecisionDraft>({
    kind: "decision",
    gone,
    stored,
    draftOf,
    write: (onto, typed, operationId) => {
      const request = { ...asRequest(typed), operationId };
      return onto
        ? call("updateDecision", { ...request, id: onto.id, version: onto.version })
        : call("createDecision", request);
    },
    writes: "updateDecision",
    remove: "deleteDecision",
    restore: "restoreDecision",
    words: { saved: t("personal.decisions.saved"), deleted: t("personal.decisions.deleted") },
    onMade,
    onGone,
  });
  const textOf = (draft: DecisionDraft, field: keyof DecisionDraft) => {
    if (field === "area") return t(`personal.decisions.area.${draft.area}`);
    if (field === "reviewAt") return draft.reviewAt === "" ? "" : formats.day(draft.reviewAt);
    if (field !== "options") return draft[field];
    return draft.options
      .map(({ title, pros, cons }) =>
        [title, indent(pros, "+"), indent(cons, "−")].filter(Boolean).join("\n"),
      )
      .join("\n");
  };
  return (
    <DraftForm
      title={t(form.base ? "personal.decisions.edit" : "personal.decisions.new")}
      form={form}
      draftOf={draftOf}
      kind="decisions"
      nameOf={({ title }) => title}
      words={{ label: (field) => t(`personal.decisions.field.${field}`), text: textOf }}
    >
      <DecisionFields form={form} />
    </DraftForm>
  );
}

/** Prefixes each line of a decision's text with a mark. */
function indent(lines: string, mark: string): string {
  return lines === "" ? "" : lines.replace(/^/gm, `${mark} `);
}
