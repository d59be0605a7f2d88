/** The notes of an open vault: their titles, the one that is read or written, and until when it is open. */
import { Button, Group, Text } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from "react";
import { useTranslation } from "react-i18next";
import { call, type CommandError, type Data } from "../../../api/command";
import { useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { LeavingDialog } from "../../../components/leave/LeavingDialog";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { useUndoToast } from "../../../components/toast/useUndoToast";
import { useFormats } from "../../../i18n/language";
import { useStable } from "../../../lib/hooks/useStable";
import { fold } from "../../../lib/text/text";
import desk from "../../../shared/desk/desk.module.css";
import { DeskPanes } from "../../../shared/desk/DeskPanes";
import { ListHead } from "../../../shared/desk/ListHead";
import { RowList } from "../RowList";
import { AskNote } from "./asking/AskNote";
import { ChangePassword } from "./ChangePassword";
import { NoteForm } from "./NoteForm";
import { beginDraft, isChanged, type NoteDraft, type OpenedVault, type Vault } from "./useVault";
import classes from "./vault.module.css";

type Props = {
  vault: Vault;
  opened: OpenedVault;
  draft: NoteDraft | null;
  onDraft: Dispatch<SetStateAction<NoteDraft | null>>;
};

export function VaultNotes({ vault, opened, draft, onDraft }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const showError = useErrorToast();
  const { session, until } = opened;
  // What was opened does not stay in memory once the vault is closed.
  const query = useCommandQuery("listVaultNotes", { session }, { gcTime: 0, staleTime: 0, retry: false });
  const showUndoable = useUndoToast();
  const [search, setSearch] = useState("");
  const [next, setNext] = useState<(() => void) | null>(null);
  const { error, isPending, isFetching, refetch } = query;
  const isLocked = error?.code === "vault_locked";
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
  const leaveFor = useStable((what: () => void) => (isChanged(draft) ? setNext(() => what) : what()));
  /** The note that is being read. */
  const wanted = useRef<string | null>(null);
  const show = (next: NoteDraft | null) => {
    wanted.current = null;
    onDraft(next);
  };
  /** Whether nothing was typed since the form was as `before`. */
  const isStill = useStable((before: NoteDraft | null) => draft === before);
  const read = async (id: string) => {
    wanted.current = id;
    const before = draft;
    try {
      const note = beginDraft(await call("readVaultNote", { session, id }));
      // Another one may have been opened meanwhile, or more typed in the one before.
      if (wanted.current !== id) return;
      if (isStill(before)) show(note);
      else leaveFor(() => show(note));
    } catch (cause) {
      refuse(cause as CommandError);
    }
  };
  const blank = () => show(beginDraft(null));
  const discard = () => {
    const typed = draft;
    if (typed === null) return;
    onDraft({ ...beginDraft(typed.stored), key: typed.key });
    showUndoable(t("drafts.discarded"), () => leaveFor(() => show(typed)));
  };
  const found = (query.data ?? []).filter(({ title }) => fold(title ?? "").includes(fold(search.trim())));
  const openId = draft === null ? null : (draft.stored?.id ?? "new");
  return (
    <>
      <Group className={classes.bar} gap="sm">
        <Text size="sm">{t("personal.vault.until", { at: formats.time(until) })}</Text>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconLock size={15} aria-hidden />}
          onClick={() => leaveFor(() => (show(null), vault.close()))}
        >
          {t("personal.vault.close")}
        </Button>
        <ChangePassword onOpen={vault.open} />
      </Group>
      <DeskPanes
        open={openId}
        back={t("personal.vault.back")}
        onBack={() => leaveFor(() => show(null))}
        list={
          <>
            <ListHead
              add={t("personal.vault.note.new")}
              onAdd={() => leaveFor(blank)}
              search={t("personal.vault.search")}
              text={search}
              onText={setSearch}
              query={{ error: isLocked ? null : error, isPending, isFetching, refetch }}
              failed={t("personal.vault.failed")}
            >
              {null}
            </ListHead>
            {query.data && found.length === 0 && (
              <p className={desk.none}>
                {t(query.data.length === 0 ? "personal.vault.none" : "personal.vault.nothing")}
              </p>
            )}
            <RowList
              label={t("personal.vault.list")}
              groups={[
                {
                  rows: found.map((note) => (
                    <NoteRow
                      key={note.id}
                      note={note}
                      open={note.id === openId}
                      onOpen={() => note.id !== openId && leaveFor(() => void read(note.id))}
                    />
                  )),
                },
              ]}
            />
          </>
        }
      >
        {draft === null ? (
          <p className={desk.none}>{t("personal.vault.pick")}</p>
        ) : (
          <>
            <NoteForm
              key={draft.key}
              session={session}
              draft={draft}
              onDraft={onDraft}
              onDiscard={discard}
              onRefusal={refuse}
            />
            {draft.stored && (
              <AskNote
                key={`ask ${draft.key}`}
                session={session}
                noteId={draft.stored.id}
                isChanged={isChanged(draft)}
                onRefusal={refuse}
              />
            )}
          </>
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
        <Text size="sm">{t("personal.vault.leave")}</Text>
      </LeavingDialog>
    </>
  );
}

type RowProps = { note: Data<"listVaultNotes">[number]; open: boolean; onOpen: () => void };

function NoteRow({ note: { id, title, updatedAt }, open, onOpen }: RowProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <li className={desk.rowLine}>
      <button type="button" className={desk.row} data-row={id} aria-current={open} onClick={onOpen}>
        <span className={desk.rowName}>
          {title === null ? <em>{t("personal.vault.broken")}</em> : <DataText text={title} />}
        </span>
        <span className={desk.rowNote}>{formats.dateTime(updatedAt)}</span>
      </button>
    </li>
  );
}
