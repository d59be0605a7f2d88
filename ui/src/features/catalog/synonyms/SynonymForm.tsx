/** One group: its words, what a change of them would do to watched queries, and saving it. */
import { Button, Group, SegmentedControl, TagsInput, Text, TextInput, Title } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { call, type CommandError } from "../../../api/command";
import { useCommandMutation } from "../../../api/hooks";
import { Notice } from "../../../components/Notice";
import { showToast } from "../../../components/toast/toasts";
import { useErrorText } from "../../../components/useErrorText";
import { useFormats } from "../../../i18n/language";
import { useFieldErrors } from "../../../shared/forms/fieldErrors";
import desk from "../desk.module.css";
import { useKeptForm } from "../shared/useKeptForm";
import { SynonymEffects } from "./SynonymEffects";
import { KINDS, type StoredGroup } from "./types";

type Props = { stored: StoredGroup | null; onSaved: (id: number) => void; onGone: () => void };
type Draft = Pick<StoredGroup, "kind" | "name" | "terms">;

export function SynonymForm({ stored, onSaved, onGone }: Props) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const formats = useFormats();
  const form = useKeptForm<StoredGroup, Draft>({ kind: "synonym", stored, draftOf });
  const { base, draft, changed } = form;
  const create = useCommandMutation("createSynonymGroup");
  const update = useCommandMutation("updateSynonymGroup");
  const remove = useCommandMutation("deleteSynonymGroup");
  const restore = useCommandMutation("restoreSynonymGroup");
  const fieldErrors = useFieldErrors();
  const refused: CommandError | null = create.error ?? update.error;
  const errors = fieldErrors(refused);
  const change = (part: Partial<Draft>) => {
    create.reset();
    update.reset();
    form.setDraft({ ...draft, ...part });
  };
  const saved = (group: StoredGroup) => {
    form.rebase(group, draftOf(group));
    form.forget();
    showToast({ text: t("synonyms.saved", { name: group.name }), tone: "info" });
    onSaved(group.id);
  };
  const save = () =>
    base
      ? update.mutate({ id: base.id, version: base.version, ...draft }, { onSuccess: saved })
      : create.mutate(draft, { onSuccess: saved });
  const takeCurrent = async () => {
    const current = (await call("listSynonyms", {})).find(({ id }) => id === base?.id);
    if (current) form.rebase(current, draft);
    update.reset();
  };
  const bringBack = (id: number) =>
    restore.mutate({ id }, { onError: (error) => showToast({ text: describe(error), tone: "bad" }) });
  const drop = () =>
    base &&
    remove.mutate(
      { id: base.id },
      {
        onSuccess: ({ id }) => {
          form.forget();
          showToast({
            text: t("synonyms.deleted", { name: base.name }),
            tone: "info",
            action: { label: t("action.undo"), run: () => bringBack(id) },
          });
          onGone();
        },
      },
    );

  return (
    <form
      className={desk.form}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Title order={2} size="h4">
        {t(base ? "synonyms.edit" : "synonyms.new")}
      </Title>
      {form.restoredAt !== null && (
        <Notice icon={<IconHistory size={18} />} tone="wait">
          {t("itemForm.restored", { at: formats.dateTime(form.restoredAt) })}
        </Notice>
      )}
      <SegmentedControl
        aria-label={t("synonyms.kind")}
        value={draft.kind}
        onChange={(kind) => change({ kind: kind })}
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
        data-autofocus={base === null}
      />
      <TagsInput
        label={t("synonyms.terms")}
        description={t("synonyms.termsNote")}
        value={draft.terms}
        error={errors.terms}
        splitChars={[",", ";", "\n"]}
        onChange={(terms) => change({ terms })}
      />
      {refused && Object.keys(errors).length === 0 && (
        <Text role="alert" c="var(--cel-bad)">
          {describe(refused)}
        </Text>
      )}
      {refused?.code === "conflict" && (
        <Button variant="default" onClick={() => void takeCurrent()}>
          {t("synonyms.takeCurrent")}
        </Button>
      )}
      <Group>
        <Button type="submit" disabled={!changed} loading={create.isPending || update.isPending}>
          {t("action.save")}
        </Button>
        {changed && (
          <Button variant="default" onClick={() => change(draftOf(base))}>
            {t("action.discard")}
          </Button>
        )}
        {base && (
          <Button variant="subtle" color="red" loading={remove.isPending} onClick={drop}>
            {t("action.delete")}
          </Button>
        )}
      </Group>
      <SynonymEffects id={base?.id ?? null} group={draft} changed={changed} />
    </form>
  );
}

/** The name is the first of the terms; it is edited once. */
function draftOf(stored: StoredGroup | null): Draft {
  if (!stored) return { kind: "generic", name: "", terms: [] };
  return { kind: stored.kind, name: stored.name, terms: stored.terms.filter((term) => term !== stored.name) };
}
