/** The lists of prices: each with its days and its rule in words, and the one that is open. */
import { Badge } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../../api/hooks";
import { DataText } from "../../../../components/DataText";
import { useLanguage } from "../../../../i18n/language";
import { fold } from "../../../../lib/text/text";
import { RoleNotice } from "../../../../shared/account/RoleNotice";
import { useMay } from "../../../../shared/account/useMe";
import { EmptyCatalogNotice } from "../../../../shared/catalog/StartNotice";
import desk from "../../../../shared/desk/desk.module.css";
import { DeskPanes } from "../../../../shared/desk/DeskPanes";
import { focusNewForm } from "../../../../shared/desk/firstField";
import { ListHead } from "../../../../shared/desk/ListHead";
import { useFormKey } from "../../../../shared/desk/useFormKey";
import { readDraft } from "../../../../shared/drafts/drafts";
import type { PriceList } from "../types";
import { useRuleText } from "../useRuleText";
import { ListDetails } from "./ListDetails";
import { ListForm } from "./ListForm";
import { useValidityText } from "./useValidityText";

type Props = {
  /** The id of the list, `new`, or null. */
  opened: string | null;
  onOpen: (list: string | null) => void;
};

export function ListsPart({ opened, onOpen }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const query = useCommandQuery("listPriceLists", {});
  const mayEdit = useMay("edit");
  const form = useFormKey(opened);
  const client = useQueryClient();
  const language = useLanguage();
  const lists = query.data ?? [];
  const found = lists.filter(({ name }) => fold(name).includes(fold(text.trim())));
  const showMade = (made: PriceList) => {
    // What was new is read next, and is known.
    client.setQueryData<PriceList[]>(["listPriceLists", language, {}], (known) => known && [...known, made]);
    form.noteStored(made.id);
    onOpen(made.id);
  };
  return (
    <DeskPanes
      open={opened}
      back={t("prices.list.back")}
      onBack={() => onOpen(null)}
      list={
        <>
          <EmptyCatalogNotice text={t("noStock.noItems")} />
          <ListHead
            add={t("prices.list.new")}
            onAdd={mayEdit ? () => (opened === "new" ? focusNewForm() : onOpen("new")) : null}
            search={t("prices.list.search")}
            text={text}
            onText={setText}
            query={query}
            failed={t("prices.list.failed")}
          >
            {null}
          </ListHead>
          {query.data && found.length === 0 && (
            <p className={desk.none}>{t(lists.length === 0 ? "prices.list.none" : "prices.list.nothing")}</p>
          )}
          <ul className={desk.rows} aria-label={t("prices.list.list")}>
            {found.map((list) => (
              <ListRow key={list.id} list={list} open={list.id === opened} onOpen={() => onOpen(list.id)} />
            ))}
          </ul>
        </>
      }
    >
      <OpenedList
        key={form.key}
        id={opened}
        isRead={query.data !== undefined}
        stored={lists.find(({ id }) => id === opened) ?? null}
        isBegunHere={form.isBegunHere}
        onMade={showMade}
        onGone={() => onOpen(null)}
      />
    </DeskPanes>
  );
}

type RowProps = { list: PriceList; open: boolean; onOpen: () => void };

function ListRow({ list, open, onOpen }: RowProps) {
  const { t } = useTranslation();
  const validityText = useValidityText();
  const ruleText = useRuleText();
  return (
    <li className={desk.rowLine}>
      <button type="button" className={desk.row} data-row={list.id} aria-current={open} onClick={onOpen}>
        <span className={desk.rowName}>
          <DataText text={list.name} />{" "}
          <Badge size="xs" variant={list.isValidToday ? "light" : "default"}>
            {validityText(list)}
          </Badge>
        </span>
        <span className={desk.rowNote}>{list.rule ? ruleText(list.rule) : t("prices.rule.none")}</span>
      </button>
    </li>
  );
}

type OpenedProps = {
  id: string | null;
  isRead: boolean;
  /** Null for a new list, and for one that there is not. */
  stored: PriceList | null;
  isBegunHere: boolean;
  onMade: (stored: PriceList) => void;
  onGone: () => void;
};

function OpenedList({ id, isRead, stored, isBegunHere, onMade, onGone }: OpenedProps) {
  const { t } = useTranslation();
  // Of a list that was deleted, what was typed is still there to be seen and gone on with.
  const [last, setLast] = useState(() => stored ?? (id === null ? null : keptBase(id)));
  if (stored && stored !== last) setLast(stored);
  const isGone = isRead && !stored && last !== null;
  const mayEdit = useMay("edit");
  if (!mayEdit && stored) return <ListDetails list={stored} />;
  if (!mayEdit && isBegunHere) return <RoleNotice access="edit" />;
  if (!isBegunHere && !stored && !isGone) return <p className={desk.none}>{t("prices.list.pick")}</p>;
  return (
    <ListForm stored={stored ?? (isGone ? last : null)} isGone={isGone} onMade={onMade} onGone={onGone} />
  );
}

function keptBase(id: string): PriceList | null {
  return readDraft<PriceList, unknown>({ kind: "priceList", id })?.base ?? null;
}
