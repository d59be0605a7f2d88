/** Groups of synonyms: a list by kind, and the one that is open with what a change would do. */
import { SegmentedControl, Text, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { useLanguage } from "../../../i18n/language";
import { fold } from "../../../lib/text/text";
import { RoleNotice } from "../../../shared/account/RoleNotice";
import { useMay } from "../../../shared/account/useMe";
import { TagList } from "../../../shared/record/DetailsParts";
import { EmptyCatalogNotice } from "../../../shared/catalog/StartNotice";
import desk from "../../../shared/desk/desk.module.css";
import { DeskPanes } from "../../../shared/desk/DeskPanes";
import { readDraft } from "../../../shared/drafts/drafts";
import { ListHead } from "../../../shared/desk/ListHead";
import { SynonymForm } from "./SynonymForm";
import { focusNewForm } from "../../../shared/desk/firstField";
import { useFormKey } from "../../../shared/desk/useFormKey";
import { KINDS, type StoredGroup } from "./types";

const ALL = "all";

export function SynonymsDesk() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const [text, setText] = useState("");
  const [kind, setKind] = useState<string>(ALL);
  const query = useCommandQuery("listSynonyms", {});
  const groups = useMemo(() => matching(query.data ?? [], fold(text), kind), [query.data, text, kind]);
  const opened = params.get("group");
  const open = query.data?.find(({ id }) => String(id) === opened) ?? null;
  const form = useFormKey(opened);
  const mayEdit = useMay("edit");
  const show = (group: string | null) => setParams(group === null ? {} : { group });
  const client = useQueryClient();
  const language = useLanguage();
  const showMade = (made: StoredGroup) => {
    const id = String(made.id);
    // What was new is read next, and is known.
    client.setQueryData<StoredGroup[]>(["listSynonyms", language, {}], (known) => known && [...known, made]);
    form.noteStored(id);
    show(id);
  };

  return (
    <DeskPanes
      open={opened}
      back={t("synonyms.back")}
      onBack={() => show(null)}
      list={
        <>
          <EmptyCatalogNotice text={t("noStock.noItems")} />
          <ListHead
            add={t("synonyms.new")}
            onAdd={mayEdit ? () => (opened === "new" ? focusNewForm() : show("new")) : null}
            search={t("synonyms.search")}
            text={text}
            onText={setText}
            query={query}
            failed={t("synonyms.failed")}
          >
            <SegmentedControl
              fullWidth
              size="xs"
              aria-label={t("synonyms.kind")}
              value={kind}
              onChange={setKind}
              data={[ALL, ...KINDS].map((value) => ({ value, label: t(`synonyms.kinds.${value as Kind}`) }))}
            />
          </ListHead>
          {query.data && groups.length === 0 && <p className={desk.none}>{t("synonyms.nothing")}</p>}
          <ul className={desk.rows} aria-label={t("synonyms.list")}>
            {groups.map((group) => (
              <li key={group.id}>
                <button
                  type="button"
                  className={desk.row}
                  data-row={group.id}
                  aria-current={group.id === open?.id}
                  onClick={() => show(String(group.id))}
                >
                  <span className={desk.rowName}>
                    <DataText text={group.name} />
                  </span>
                  <span className={desk.rowNote}>
                    <DataText text={group.terms.slice(1).join(", ") || "—"} />
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      }
    >
      <OpenedGroup
        key={form.key}
        id={opened}
        isRead={query.data !== undefined}
        stored={open}
        isBegunHere={form.isBegunHere}
        onMade={showMade}
        onGone={() => show(null)}
      />
    </DeskPanes>
  );
}

type OpenedProps = {
  id: string | null;
  isRead: boolean;
  /** Null for a new group, and for one that the list does not hold. */
  stored: StoredGroup | null;
  isBegunHere: boolean;
  onMade: (stored: StoredGroup) => void;
  onGone: () => void;
};

function OpenedGroup({ id, isRead, stored, isBegunHere, onMade, onGone }: OpenedProps) {
  const { t } = useTranslation();
  // Of a group that was deleted, what was typed is still there to be seen and gone on with.
  const [last, setLast] = useState(() => stored ?? (id === null ? null : keptBase(id)));
  if (stored && stored !== last) setLast(stored);
  const isGone = isRead && !stored && last !== null;
  const mayEdit = useMay("edit");
  if (!mayEdit && stored) return <GroupDetails group={stored} />;
  if (!mayEdit && isBegunHere) return <RoleNotice access="edit" />;
  if (!isBegunHere && !stored && !isGone) return <p className={desk.none}>{t("synonyms.pick")}</p>;
  return (
    <SynonymForm stored={stored ?? (isGone ? last : null)} isGone={isGone} onMade={onMade} onGone={onGone} />
  );
}

/** Shows a synonym group for reading. */
function GroupDetails({ group }: { group: StoredGroup }) {
  const { t } = useTranslation();
  return (
    <>
      <Title order={2} size="h4">
        <DataText text={group.name} />
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t(`synonyms.kinds.${group.kind}`)}
      </Text>
      <TagList tags={group.terms} terms={[]} />
    </>
  );
}

function keptBase(id: string): StoredGroup | null {
  return readDraft<StoredGroup, unknown>({ kind: "synonym", id })?.base ?? null;
}

type Kind = (typeof KINDS)[number] | typeof ALL;

function matching(groups: StoredGroup[], text: string, kind: string): StoredGroup[] {
  return groups.filter(
    (group) =>
      (kind === ALL || group.kind === kind) &&
      (text === "" || [group.name, ...group.terms].some((term) => fold(term).includes(text))),
  );
}
