/** The notes of an open vault: their titles, the one that is read or written, and until when it is open. */
import { Button, Group, Skeleton, Text } from "@mantine/core";
import { IconLock, IconPlus } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { call, type CommandError } from "../../../api/command";
import { useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { LeavingDialog } from "../../../components/leave/LeavingDialog";
import { QueryError } from "../../../components/QueryError";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { useFormats } from "../../../i18n/language";
import desk from "../../../shared/desk/desk.module.css";
import { DeskPanes } from "../../../shared/desk/DeskPanes";
import { ChangePassword } from "./ChangePassword";
import { NoteForm } from "./NoteForm";
import { isChanged, type NoteDraft, type OpenedVault, type Vault } from "./useVault";
import classes from "./vault.module.css";

type Props = {
  vault: Vault;
  opened: OpenedVault;
  draft: NoteDraft | null;
  onDraft: (draft: NoteDraft | null) => void;
};

export function VaultNotes({ vault, opened, draft, onDraft }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const showError = useErrorToast();
  const { session, until } = opened;
  // What was opened does not stay in memory once the vault is closed.
  const query = useCommandQuery("listVaultNotes", { session }, { gcTime: 0, staleTime: 0, retry: false });
  const [next, setNext] = useState<(() => void) | null>(null);
  const { error } = query;
  const noteRefusal = vault.noteRefusal;
  useEffect(() => {
    if (error) noteRefusal(error);
    // The refusal alone matters: the vault is made anew with every picture of the page.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [error]);
  const refuse = (cause: CommandError) => {
    vault.noteRefusal(cause);
    showError(cause);
  };
  /** Does what leaves the note, after asking where something is typed in it. */
  const leaveFor = (what: () => void) => (isChanged(draft) ? setNext(() => what) : what());
  const read = async (id: string) => {
    try {
      const stored = await call("readVaultNote", { session, id });
      onDraft({ stored, title: stored.title, text: stored.text });
    } catch (cause) {
      refuse(cause as CommandError);
    }
  };
  const blank = () => onDraft({ stored: null, title: "", text: "" });
  const openId = draft === null ? null : (draft.stored?.id ?? "new");
  return (
    <>
      <Group className={classes.bar} gap="sm">
        <Text size="sm">{t("personal.vault.until", { at: formats.time(until) })}</Text>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconLock size={15} aria-hidden />}
          onClick={() => leaveFor(() => (onDraft(null), vault.close()))}
        >
          {t("personal.vault.close")}
        </Button>
        <ChangePassword onOpen={vault.open} />
      </Group>
      <DeskPanes
        open={openId}
        back={t("personal.vault.back")}
        onBack={() => leaveFor(() => onDraft(null))}
        list={
          <>
            <Button
              variant="light"
              leftSection={<IconPlus size={17} aria-hidden />}
              onClick={() => leaveFor(blank)}
            >
              {t("personal.vault.note.new")}
            </Button>
            {query.isPending && <Skeleton height={120} />}
            {error && error.code !== "vault_locked" && (
              <QueryError title={t("personal.vault.failed")} query={query} />
            )}
            {query.data?.length === 0 && <p className={desk.none}>{t("personal.vault.none")}</p>}
            <ul className={desk.rows} aria-label={t("personal.vault.list")}>
              {query.data?.map(({ id, title, updatedAt }) => (
                <li key={id} className={desk.rowLine}>
                  <button
                    type="button"
                    className={desk.row}
                    data-row={id}
                    aria-current={id === openId || undefined}
                    onClick={() => id !== openId && leaveFor(() => void read(id))}
                  >
                    <span className={desk.rowName}>
                      {title === null ? <em>{t("personal.vault.broken")}</em> : <DataText text={title} />}
                    </span>
                    <span className={desk.rowNote}>{formats.dateTime(updatedAt)}</span>
                  </button>
                </li>
              ))}
            </ul>
          </>
        }
      >
        {draft === null ? (
          <p className={desk.none}>{t("personal.vault.pick")}</p>
        ) : (
          <NoteForm session={session} draft={draft} onDraft={onDraft} onRefusal={refuse} />
        )}
      </DeskPanes>
      <LeavingDialog
        opened={next !== null}
        title={t("personal.form.leave.title")}
        stay={t("personal.form.leave.stay")}
        onStay={() => setNext(null)}
        ways={[
          {
            label: t("personal.form.leave.leave"),
            loses: true,
            onTake: () => {
              setNext(null);
              next?.();
            },
          },
        ]}
      >
        <Text size="sm">{t("personal.form.leave.text")}</Text>
      </LeavingDialog>
    </>
  );
}
