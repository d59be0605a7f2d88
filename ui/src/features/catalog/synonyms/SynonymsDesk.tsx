/** Groups of synonyms: a list by kind, and the one that is open with what a change would do. */
import { SegmentedControl } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { fold } from "../../../lib/text/text";
import { EmptyCatalogNotice } from "../../../shared/catalog/StartNotice";
import desk from "../desk.module.css";
import { DeskPanes } from "../shared/DeskPanes";
import { ListHead } from "../shared/ListHead";
import { SynonymForm } from "./SynonymForm";
import { focusNewForm } from "../shared/typing/firstField";
import { useFormKey } from "../shared/record/useFormKey";
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
  const show = (group: string | null) => setParams(group === null ? {} : { group });
  const showMade = ({ id }: StoredGroup) => {
    form.noteStored(String(id));
    show(String(id));
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
            onAdd={() => (opened === "new" ? focusNewForm() : show("new"))}
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
      {form.isBegunHere || open ? (
        <SynonymForm key={form.key} stored={open} onMade={showMade} onGone={() => show(null)} />
      ) : (
        <p className={desk.none}>{t("synonyms.pick")}</p>
      )}
    </DeskPanes>
  );
}

type Kind = (typeof KINDS)[number] | typeof ALL;

function matching(groups: StoredGroup[], text: string, kind: string): StoredGroup[] {
  return groups.filter(
    (group) =>
      (kind === ALL || group.kind === kind) &&
      (text === "" || [group.name, ...group.terms].some((term) => fold(term).includes(text))),
  );
}
