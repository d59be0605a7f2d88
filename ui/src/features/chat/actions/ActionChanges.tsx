/** What a write makes of its records: before and after, the first rows and the count of the rest. */
import { Table, UnstyledButton } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import classes from "./ActionCard.module.css";
import { isSame, type CardPart } from "./card/writes";
import { useCardWords } from "./useCardWords";

/** Rows that are shown before a person asks for the rest. */
const FIRST = 5;

export function ActionChanges({ part }: { part: CardPart }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { labelOf, spell } = useCardWords();
  const [all, setAll] = useState(false);
  const rows = all || part.isUnfolded ? part.changes : part.changes.slice(0, FIRST);
  const hidden = part.changes.length - rows.length;
  const uncounted = part.changed - new Set(part.changes.map(({ id }) => id)).size;
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
          {rows.map((change) => (
            <Table.Tr key={`${change.id ?? ""} ${change.field}`}>
              <Table.Td>
                <DataText text={change.name} />
              </Table.Td>
              <Table.Td>
                <DataText text={labelOf(change.field)} />
              </Table.Td>
              <Table.Td className={classes.values}>
                {change.id !== null && !isSame(change) && (
                  <>
                    <span className={classes.old}>
                      <DataText text={spell(change.field, change.from) || "—"} />
                    </span>
                    <IconArrowRight size={13} aria-label={t("actions.becomes")} />
                  </>
                )}
                <strong>
                  <DataText text={spell(change.field, change.to) || "—"} />
                </strong>
                {isSame(change) && <> ({t("actions.stays")})</>}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <p className={classes.counts}>
        {hidden > 0 && (
          <UnstyledButton className={classes.more} onClick={() => setAll(true)}>
            {t("actions.showAll", formats.placeCount(hidden))}
          </UnstyledButton>
        )}
        {hidden === 0 && uncounted > 0 && (
          <span>{t("actions.uncounted", formats.placeCount(uncounted))}</span>
        )}
        {part.unchanged > 0 && <span>{t("actions.unchanged", { count: part.unchanged })}</span>}
        {part.problems > 0 && <span>{t("actions.problems", { count: part.problems })}</span>}
      </p>
    </div>
  );
}
