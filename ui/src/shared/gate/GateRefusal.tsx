/** Why the gate has stopped a profile: what gets worse, and by how much. */
import { Table, Text } from "@mantine/core";
import { IconShieldX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { SetWorse } from "../../api/types";
import { DataText } from "../../components/DataText";
import { useFormats } from "../../i18n/language";
import classes from "./Gate.module.css";
import { useWorseWords } from "./useWorseWords";

export function GateRefusal({ worse }: { worse: readonly SetWorse[] }) {
  const { t } = useTranslation();
  const nameWorse = useWorseWords();
  return (
    <div className={classes.refusal} role="alert">
      <p className={classes.heading}>
        <IconShieldX size={18} aria-hidden />
        {t("gate.refused", { what: nameWorse(worse) })}
      </p>
      <WorseTable worse={worse} />
      <Text size="sm">{t("gate.goOn")}</Text>
    </div>
  );
}

export function WorseTable({ worse }: { worse: readonly SetWorse[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const named = worse.some(({ set }) => set !== null);
  return (
    <Table className={classes.table} verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("gate.what")}</Table.Th>
          {named && <Table.Th>{t("gate.set")}</Table.Th>}
          <Table.Th className={classes.figure}>{t("gate.change")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {worse.map((one, index) => (
          <Table.Tr key={index}>
            <Table.Td>
              {one.what === "overall" && t("gate.overall")}
              {one.what === "class" && (
                <>
                  {t("gate.class")} <DataText text={one.name} />
                </>
              )}
              {one.what === "case" && (
                <>
                  {t("gate.case")} <DataText text={one.query || one.id} />
                </>
              )}
              {one.what === "query" && (
                <>
                  {t("gate.query")} <DataText text={one.query || one.id} />
                </>
              )}
            </Table.Td>
            {named && <Table.Td>{one.set === null ? "–" : <DataText text={one.set} />}</Table.Td>}
            <Table.Td className={classes.figure}>
              {one.what === "case" ? t("gate.noLongerPasses") : formats.signed(one.delta)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
