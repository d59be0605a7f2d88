/**
 * A question about the note that is open. The answer carries the mark of the note, is kept nowhere, and goes with the
 * note, at the latest when the vault closes.
 */
import { Button, Text, Textarea, Title } from "@mantine/core";
import { IconLockQuestion } from "@tabler/icons-react";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import type { CommandError, Data } from "../../../../api/command";
import { useCommandMutation, useCommandQuery } from "../../../../api/hooks";
import { DataText } from "../../../../components/DataText";
import { useErrorText } from "../../../../components/useErrorText";
import desk from "../../../../shared/desk/desk.module.css";
import classes from "../vault.module.css";

const MAX_QUESTION = 2_000;

type Props = {
  session: string;
  noteId: string;
  /** A question to begin with. */
  initial?: string;
  /** Whether what stands in the form differs from the stored note, which is what the question is about. */
  isChanged: boolean;
  onRefusal: (error: CommandError) => void;
};

export function AskNote({ session, noteId, initial = "", isChanged, onRefusal }: Props) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const model = useCommandQuery("status", {}).data?.chatModel;
  const [question, setQuestion] = useState(initial);
  const { mutate, data, error, isPending } = useCommandMutation("askVaultNote", { gcTime: 0 });
  const cannotAsk = question.trim() === "" || isPending;
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (cannotAsk) return;
    mutate(
      { session, id: noteId, question },
      { onError: (cause) => cause.code === "vault_locked" && onRefusal(cause) },
    );
  };
  if (model === undefined) return null;
  return (
    <form className={`${desk.form} ${classes.ask}`} aria-label={t("personal.vault.ask.title")} onSubmit={ask}>
      <Title order={3} size="h5">
        {t("personal.vault.ask.title")}
      </Title>
      {model === null ? (
        <Text size="sm">{t("personal.vault.ask.noModel")}</Text>
      ) : (
        <>
          <Text size="sm">{t("personal.vault.ask.text", { model })}</Text>
          {isChanged && <Text size="sm">{t("personal.vault.ask.stored")}</Text>}
          <Textarea
            label={t("personal.vault.ask.question")}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={MAX_QUESTION}
            autoComplete="off"
            value={question}
            onChange={(event) => setQuestion(event.currentTarget.value)}
          />
          <div>
            <Button
              type="submit"
              variant="default"
              leftSection={<IconLockQuestion size={15} aria-hidden />}
              data-disabled={cannotAsk || undefined}
              aria-disabled={cannotAsk}
              aria-busy={isPending}
            >
              {t("personal.vault.ask.ask")}
            </Button>
          </div>
        </>
      )}
      {error && error.code !== "vault_locked" && (
        <Text c="var(--cel-bad)" role="alert">
          <DataText text={describe(error)} />
        </Text>
      )}
      <div role="status">{data && !isPending && <Answer answer={data} />}</div>
    </form>
  );
}

function Answer({ answer: { text, note, model } }: { answer: Data<"askVaultNote"> }) {
  const { t } = useTranslation();
  return (
    <div className={classes.answer}>
      {note && (
        <Text size="sm" fw={600}>
          {t("personal.vault.ask.mark")} <DataText text={note.title} />
        </Text>
      )}
      <DataText text={text} multiline />
      <Text size="sm" mt="xs">
        {t(note ? "personal.vault.ask.notKept" : "personal.vault.ask.notSent")}
        {model !== null && (
          <>
            {" · "}
            <DataText text={model} />
          </>
        )}
      </Text>
    </div>
  );
}
