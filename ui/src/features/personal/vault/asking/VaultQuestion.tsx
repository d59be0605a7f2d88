/**
 * A question about a note of the vault, from the box of the chat: the vault is opened, a note chosen, the question asked.
 * Neither is part of the conversation; the answer lives in this dialog, and the vault closes with it.
 */
import { Anchor, Button, Group, NativeSelect, Skeleton, Text } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCommandQuery } from "../../../../api/hooks";
import { Dialog } from "../../../../components/Dialog";
import { QueryError } from "../../../../components/QueryError";
import { useErrorToast } from "../../../../components/toast/useErrorToast";
import { useFormats } from "../../../../i18n/language";
import { cleanText } from "../../../../lib/text/text";
import { OpenVaultForm } from "../OpenVaultForm";
import { useVault, type OpenedVault, type Vault } from "../useVault";
import { AskNote } from "./AskNote";

type Props = {
  /** What was typed behind the command. */
  question: string;
  onClose: () => void;
};

export function VaultQuestion({ question, onClose }: Props) {
  const { t } = useTranslation();
  const query = useCommandQuery("getVault", {});
  const vault = useVault();
  const body = () => {
    if (vault.opened) return <NoteChoice vault={vault} opened={vault.opened} question={question} />;
    if (query.error) return <QueryError title={t("personal.vault.failed")} query={query} />;
    if (!query.data) return <Skeleton height={160} />;
    if (!query.data.exists) return <NoteDesk text={t("personal.vault.ask.noVault")} onLeave={onClose} />;
    return (
      <OpenVaultForm hasExpired={vault.hasExpired} isWriting={false} canForget={false} onOpen={vault.open} />
    );
  };
  return (
    <Dialog opened onClose={onClose} title={t("personal.vault.ask.dialog")} size="lg">
      {body()}
    </Dialog>
  );
}

/** Links to the vault's page, where notes are written. */
function NoteDesk({ text, onLeave }: { text: string; onLeave: () => void }) {
  const { t } = useTranslation();
  return (
    <Text size="sm">
      {text}{" "}
      <Anchor component={Link} to="/assistant/vault" onClick={onLeave}>
        {t("personal.vault.ask.toVault")}
      </Anchor>
    </Text>
  );
}

type ChoiceProps = { vault: Vault; opened: OpenedVault; question: string };

function NoteChoice({ vault, opened, question }: ChoiceProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const showError = useErrorToast();
  const { session, until } = opened;
  const query = useCommandQuery("listVaultNotes", { session }, { gcTime: 0, staleTime: 0, retry: false });
  const [picked, setPicked] = useState<string | null>(null);
  const { error } = query;
  const noteRefusal = vault.noteRefusal;
  useEffect(() => {
    if (error) noteRefusal(error);
    // The refusal alone matters: the vault is made anew with every picture of the dialog.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [error]);
  // A note whose row was changed past the program does not open.
  const notes = (query.data ?? []).filter(({ title }) => title !== null);
  const noteId = picked ?? notes[0]?.id ?? null;
  return (
    <>
      <Group gap="sm">
        <Text size="sm">{t("personal.vault.until", { at: formats.time(until) })}</Text>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconLock size={15} aria-hidden />}
          onClick={vault.close}
        >
          {t("personal.vault.close")}
        </Button>
      </Group>
      <QueryError title={t("personal.vault.failed")} query={query} />
      {query.isPending && <Skeleton height={120} mt="sm" />}
      {query.data && noteId === null && <Text size="sm">{t("personal.vault.none")}</Text>}
      {noteId !== null && (
        <>
          <NativeSelect
            mt="sm"
            label={t("personal.vault.ask.note")}
            value={noteId}
            data={notes.map(({ id, title }) => ({ value: id, label: cleanText(title ?? "") }))}
            onChange={(event) => setPicked(event.currentTarget.value)}
          />
          <AskNote
            key={noteId}
            session={session}
            noteId={noteId}
            initial={question}
            isChanged={false}
            onRefusal={(cause) => {
              noteRefusal(cause);
              showError(cause);
            }}
          />
        </>
      )}
    </>
  );
}
