/** What a write makes of its records: before and after, the first rows and the count of the rest. */
import { Table, UnstyledButton } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import { useFieldLabel } from "../../../shared/changes/useFieldLabel";
import { useValueText } from "../../../shared/changes/useValueText";
import type { ActionCard } from "../types";
import classes from "./ActionCard.module.css";

/** Rows that are shown before a person asks for the rest. */
const FIRST = 5;

export function ActionChanges({ card }: { card: ActionCard }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const label = useFieldLabel();
  const spell = useValueText();
  const [all, setAll] = useState(false);
  const rows = all ? card.changes : card.changes.slice(0, FIRST);
  const hidden = card.changes.length - rows.length;
  const uncounted = card.changed - new Set(card.changes.map(({ id }) => id)).size;
  return (
    <div className={classes.changes}>
      <Table className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("actions.record")}</Table.Th>
            <Table.Th>{t("actions.field")}</Table.Th>
            <Table.Th>{t("actions.change")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ id, name, field, from, to }) => (
            <Table.Tr key={`${id ?? ""} ${field}`}>
              <Table.Td>
                <DataText text={name} />
              </Table.Td>
              <Table.Td>
                <DataText text={label(field)} />
              </Table.Td>
              <Table.Td className={classes.values}>
                {id !== null && (
                  <>
                    <span className={classes.old}>
                      <DataText text={spell(field, from) || "—"} />
                    </span>
                    <IconArrowRight size={13} aria-label={t("actions.becomes")} />
                  </>
                )}
                <strong>
                  <DataText text={spell(field, to) || "—"} />
                </strong>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <p className={classes.counts}>
        {hidden > 0 && (
          <UnstyledButton className={classes.more} onClick={() => setAll(true)}>
            {t("actions.showAll", { count: hidden, shown: formats.integer(hidden) })}
          </UnstyledButton>
        )}
        {hidden === 0 && uncounted > 0 && (
          <span>{t("actions.uncounted", { count: uncounted, shown: formats.integer(uncounted) })}</span>
        )}
        {card.unchanged > 0 && <span>{t("actions.unchanged", { count: card.unchanged })}</span>}
        {card.problems > 0 && <span>{t("actions.problems", { count: card.problems })}</span>}
      </p>
    </div>
  );
}
