/** One person: the fields, and the conversations about them. */
import { useTranslation } from "react-i18next";
import { call, type CommandError } from "../../../api/command";
import { useFormats } from "../../../i18n/language";
import { DraftForm } from "../form/DraftForm";
import { useDraftForm } from "../form/useDraftForm";
import { asRequest, draftOf, findTwice, type Person, type PersonDraft } from "./draft";
import { PersonFields } from "./PersonFields";
import { PersonTalks } from "./PersonTalks";

type Props = {
  stored: Person | null;
  onMade: (stored: Person) => void;
  onGone: () => void;
  /** Why it could not be read, where it is not there any more. */
  gone?: CommandError | null;
};

export function PersonForm({ stored, gone = null, onMade, onGone }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const form = useDraftForm<Person, PersonDraft>({
    kind: "person",
    gone,
    stored,
    draftOf,
    check: ({ preferences }): Record<string, string> => {
      const twice = findTwice(preferences);
      return twice === null ? {} : { preferences: t("personal.people.preference.twice", { name: twice }) };
    },
    write: (onto, typed, operationId) => {
      const request = { ...asRequest(typed), operationId };
      return onto
        ? call("updatePerson", { ...request, id: onto.id, version: onto.version })
        : call("createPerson", request);
    },
    writes: "updatePerson",
    remove: "deletePerson",
    restore: "restorePerson",
    words: { saved: t("personal.people.saved"), deleted: t("personal.people.deleted") },
    onMade,
    onGone,
  });
  const textOf = (draft: PersonDraft, field: keyof PersonDraft) => {
    if (field === "crops") return formats.list(draft.crops);
    if (field === "preferences") return draft.preferences.map((pair) => pair.join(": ")).join("\n");
    return field === "lastContact" && draft.lastContact !== ""
      ? formats.day(draft.lastContact)
      : draft[field];
  };
  return (
    <DraftForm
      title={t(form.base ? "personal.people.edit" : "personal.people.new")}
      form={form}
      draftOf={draftOf}
      kind="people"
      nameOf={({ name }) => name}
      words={{ label: (field) => t(`personal.people.field.${field}`), text: textOf }}
    >
      <PersonFields form={form} />
      {form.base && <PersonTalks id={form.base.id} />}
    </DraftForm>
  );
}
