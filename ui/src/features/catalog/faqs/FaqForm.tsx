/** One question with its answer: fields, what is near it already, and both versions where two people saved. */
import { Button, Group, SegmentedControl, TagsInput, Text, Textarea, TextInput, Title } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, type CommandError } from "../../../api/command";
import { useCommandMutation } from "../../../api/hooks";
import type { Faq } from "../../../api/types";
import { DataText } from "../../../components/DataText";
import { Notice } from "../../../components/Notice";
import { showToast } from "../../../components/toast/toasts";
import { useErrorText } from "../../../components/useErrorText";
import { useFormats } from "../../../i18n/language";
import { useFieldErrors } from "../../../shared/forms/fieldErrors";
import desk from "../desk.module.css";
import { useStable } from "../../../lib/hooks/useStable";
import { currentOf } from "../../../shared/forms/refusal";
import { useKeptForm } from "../shared/useKeptForm";
import { ApprovalLine } from "./ApprovalLine";
import { NearFaqs } from "./NearFaqs";
import { useApprove } from "./useApprove";

type Props = { stored: Faq | null; onSaved: (id: string) => void; onGone: () => void };
type Draft = Pick<Faq, "question" | "answer" | "tags" | "status" | "externalId">;
const STATES = ["rascunho", "ativo", "inativo"] as const;

export function FaqForm({ stored, onSaved, onGone }: Props) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const fieldErrors = useFieldErrors();
  const formats = useFormats();
  const form = useKeptForm<Faq, Draft>({ kind: "faq", stored, draftOf });
  const { base, draft, changed } = form;
  const create = useCommandMutation("createFaq");
  const update = useCommandMutation("updateFaq");
  const remove = useCommandMutation("deleteFaq");
  const restore = useCommandMutation("restoreFaq");
  const refused: CommandError | null = create.error ?? update.error;
  const errors = fieldErrors(refused);
  const theirs = currentOf<Faq>(refused);
  const change = (part: Partial<Draft>) => form.setDraft({ ...draft, ...part });
  const approval = useApprove();
  // The same content at a newer version, as after an approval in the list, is no conflict.
  const [seen, setSeen] = useState(stored);
  if (stored !== seen) {
    setSeen(stored);
    if (base && stored && stored.version > base.version) {
      if (!changed) form.rebase(stored, draftOf(stored));
      else if (sameContent(base, stored)) form.rebase(stored, draft);
    }
  }
  const saved = (faq: Faq) => {
    form.rebase(faq, draftOf(faq));
    form.forget();
    showToast({ text: t("faqs.saved"), tone: "info" });
    onSaved(faq.id);
  };
  const save = (onSuccess: (faq: Faq) => void = saved) =>
    base
      ? update.mutate(
          { id: base.id, version: base.version, approvedAt: base.approvedAt, ...draft },
          { onSuccess },
        )
      : create.mutate(draft, { onSuccess });
  const approve = (faq: Faq, approved: boolean) =>
    approval.set(faq, approved, () => {
      void call("getFaq", { id: faq.id }).then(settle, () => undefined);
    });
  const settle = useStable((faq: Faq) => form.rebase(faq, changed ? draft : draftOf(faq)));
  const approveThis = () => {
    if (theirs) return;
    if (changed || !base) {
      save((faq) => {
        saved(faq);
        approve(faq, true);
      });
    } else if (base.approval !== "approved") approve(base, true);
  };
  const resolve = (faq: Faq, content: Draft) => {
    update.reset();
    form.rebase(faq, content);
  };
  const bringBack = (id: string) =>
    restore.mutate({ id }, { onError: (error) => showToast({ text: describe(error), tone: "bad" }) });
  const drop = () =>
    base &&
    remove.mutate(
      { id: base.id },
      {
        onSuccess: ({ id }) => {
          const action = { label: t("action.undo"), run: () => bringBack(id) };
          form.forget();
          showToast({ text: t("faqs.deleted"), tone: "info", action });
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
      onKeyDown={(event) => {
        if (event.key === "s" && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          if (changed) save();
        }
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          approveThis();
        }
      }}
    >
      <Title order={2} size="h4">
        {t(base ? "faqs.edit" : "faqs.new")}
      </Title>
      {form.restoredAt !== null && (
        <Notice icon={<IconHistory size={18} />} tone="wait">
          {t("itemForm.restored", { at: formats.dateTime(form.restoredAt) })}
        </Notice>
      )}
      <TextInput
        label={t("faqs.question")}
        value={draft.question}
        error={errors.question}
        onChange={(event) => change({ question: event.currentTarget.value })}
      />
      <NearFaqs question={draft.question} own={base?.id ?? null} />
      <Textarea
        label={t("faqs.answer")}
        description={t("faqs.answerNote")}
        autosize
        minRows={6}
        maxRows={20}
        value={draft.answer}
        error={errors.answer}
        onChange={(event) => change({ answer: event.currentTarget.value })}
      />
      <TagsInput
        label={t("faqs.tags")}
        value={draft.tags}
        error={errors.tags}
        splitChars={[",", ";"]}
        onChange={(tags) => change({ tags })}
      />
      <Group align="end">
        <div>
          <Text size="sm" fw={500} id="faq-state">
            {t("faqs.state")}
          </Text>
          <SegmentedControl
            aria-labelledby="faq-state"
            value={draft.status}
            onChange={(status) => change({ status: status })}
            data={STATES.map((value) => ({ value, label: t(`faqs.states.${value}`) }))}
          />
        </div>
        <TextInput
          label={t("faqs.externalId")}
          value={draft.externalId ?? ""}
          error={errors.externalId}
          onChange={(event) => change({ externalId: event.currentTarget.value || null })}
        />
      </Group>
      {base && (
        <ApprovalLine
          faq={base}
          changed={changed}
          busy={approval.busy || update.isPending}
          disabled={theirs !== null}
          problem={errors.approvedAt}
          onApprove={approveThis}
          onWithdraw={() => approve(base, false)}
        />
      )}
      {refused && Object.keys(errors).length === 0 && (
        <Text role="alert" c="var(--cel-bad)">
          {describe(refused)}
        </Text>
      )}
      {theirs && (
        <Conflict
          theirs={theirs}
          onTheirs={() => resolve(theirs, draftOf(theirs))}
          onMine={() => resolve(theirs, draft)}
        />
      )}
      <Group>
        <Button
          type="submit"
          disabled={!changed || theirs !== null}
          loading={create.isPending || update.isPending}
          aria-keyshortcuts="Control+S"
        >
          {t("action.save")}
        </Button>
        {changed && (
          <Button variant="default" onClick={() => form.setDraft(draftOf(base))}>
            {t("action.discard")}
          </Button>
        )}
        {base && (
          <Button variant="subtle" color="red" loading={remove.isPending} onClick={drop}>
            {t("action.delete")}
          </Button>
        )}
      </Group>
    </form>
  );
}

type ConflictProps = { theirs: Faq; onTheirs: () => void; onMine: () => void };

/** Another person saved first: their version beside the fields, which still hold this one. */
function Conflict({ theirs, onTheirs, onMine }: ConflictProps) {
  const { t } = useTranslation();
  return (
    <section className={desk.effect} aria-label={t("faqs.theirs")}>
      <Text fw={600}>{t("faqs.theirs")}</Text>
      <Text>
        <DataText text={theirs.question} />
      </Text>
      <Text size="sm" className={desk.wrapped}>
        <DataText text={theirs.answer} />
      </Text>
      <Group mt={8}>
        <Button size="xs" variant="default" onClick={onTheirs}>
          {t("faqs.takeTheirs")}
        </Button>
        <Button size="xs" variant="default" onClick={onMine}>
          {t("faqs.keepMine")}
        </Button>
      </Group>
    </section>
  );
}

function sameContent(a: Faq, b: Faq): boolean {
  return JSON.stringify(draftOf(a)) === JSON.stringify(draftOf(b));
}

function draftOf(faq: Faq | null): Draft {
  const { question = "", answer = "", tags = [], status = "rascunho", externalId = null } = faq ?? {};
  return { question, answer, tags, status, externalId };
}
