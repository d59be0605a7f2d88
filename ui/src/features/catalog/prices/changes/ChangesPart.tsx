/** The changes of prices: those that are planned first, then the newest; a new one, and the one that is open. */
import { Badge } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../../api/hooks";
import { DataText } from "../../../../components/DataText";
import { useFormats } from "../../../../i18n/language";
import { fold } from "../../../../lib/text/text";
import { EmptyCatalogNotice } from "../../../../shared/catalog/StartNotice";
import desk from "../../../../shared/desk/desk.module.css";
import { DeskPanes } from "../../../../shared/desk/DeskPanes";
import { focusNewForm } from "../../../../shared/desk/firstField";
import { ListHead } from "../../../../shared/desk/ListHead";
import type { PriceChange } from "../types";
import { ChangeDetails } from "./ChangeDetails";
import { NewChange } from "./NewChange";
import { useChangeWords } from "./useChangeWords";

type Props = {
  /** The id of the change, `new`, or null. */
  opened: string | null;
  onOpen: (change: string | null) => void;
};

export function ChangesPart({ opened, onOpen }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const query = useCommandQuery("listPriceChanges", {});
  const { nameOf } = useChangeWords();
  const changes = query.data ?? [];
  const found = changes.filter((change) => fold(nameOf(change)).includes(fold(text.trim())));
  const isPlanned = ({ state }: PriceChange) => state === "planned";
  const rows = [
    // Of those to come the next one first.
    ...found.filter(isPlanned).sort((a, b) => (a.effectiveOn ?? "").localeCompare(b.effectiveOn ?? "")),
    ...found.filter((change) => !isPlanned(change)),
  ];
  return (
    <DeskPanes
      open={opened}
      back={t("prices.change.back")}
      onBack={() => onOpen(null)}
      list={
        <>
          <EmptyCatalogNotice text={t("noStock.noItems")} />
          <ListHead
            add={t("prices.change.new")}
            onAdd={() => (opened === "new" ? focusNewForm() : onOpen("new"))}
            search={t("prices.change.search")}
            text={text}
            onText={setText}
            query={query}
            failed={t("prices.change.failed")}
          >
            {null}
          </ListHead>
          {query.data && rows.length === 0 && (
            <p className={desk.none}>
              {t(changes.length === 0 ? "prices.change.none" : "prices.change.nothing")}
            </p>
          )}
          <ul className={desk.rows} aria-label={t("prices.change.list")}>
            {rows.map((change) => (
              <ChangeRow
                key={change.id}
                change={change}
                open={change.id === opened}
                onOpen={() => onOpen(change.id)}
              />
            ))}
          </ul>
        </>
      }
    >
      {opened === null ? (
        <p className={desk.none}>{t("prices.change.pick")}</p>
      ) : opened === "new" ? (
        <NewChange onMade={onOpen} />
      ) : (
        <ChangeDetails key={opened} id={opened} />
      )}
    </DeskPanes>
  );
}

type RowProps = { change: PriceChange; open: boolean; onOpen: () => void };

function ChangeRow({ change, open, onOpen }: RowProps) {
  const { t } = useTranslation();
  const { placeCount } = useFormats();
  const words = useChangeWords();
  const state = words.stateOf(change);
  const count = t("prices.change.rows", placeCount(change.rows));
  return (
    <li className={desk.rowLine}>
      <button type="button" className={desk.row} data-row={change.id} aria-current={open} onClick={onOpen}>
        <span className={desk.rowName}>
          <Badge size="xs" variant="light" color={state.color} mr={6}>
            {state.text}
          </Badge>
          <DataText text={words.nameOf(change)} />
        </span>
        <span className={desk.rowNote}>
          {words.whenOf(change)} · <DataText text={words.listOf(change)} /> · {count}
        </span>
      </button>
    </li>
  );
}
