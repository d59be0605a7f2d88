/** A file that a person shared, run again here: whether every figure is the same, and if not, why. */
import { Button, FileButton, Table } from "@mantine/core";
import { IconFileCheck } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../api/hooks";
import type { Data } from "../../api/command";
import { DataText } from "../../components/DataText";
import { Dialog } from "../../components/Dialog";
import { useErrorText } from "../../components/useErrorText";
import { Waiting } from "../../components/Waiting";
import { useFormats } from "../../i18n/language";
import classes from "./CheckShared.module.css";

/** Figures that are named; the others are only counted. */
const NAMED = 50;

export function CheckShared() {
  const { t } = useTranslation();
  const describe = useErrorText();
  const [name, setName] = useState<string | null>(null);
  const verify = useCommandMutation("verifyShared");
  /** The file that was chosen last: of others, however long they take to be read, nothing is shown. */
  const chosen = useRef<File | null>(null);
  const [isUnreadable, setIsUnreadable] = useState(false);
  const check = async (file: File | null) => {
    if (!file) return;
    chosen.current = file;
    setName(file.name);
    setIsUnreadable(false);
    verify.reset();
    const content = await file.text().catch(() => null);
    if (chosen.current !== file) return;
    if (content === null) setIsUnreadable(true);
    else verify.mutate({ content });
  };
  return (
    <>
      {/* Chosen twice, a file is checked twice. */}
      <FileButton key={name ?? ""} onChange={(file) => void check(file)} accept="application/json,.json">
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconFileCheck size={16} aria-hidden />}>
            {t("share.check")}
          </Button>
        )}
      </FileButton>
      <Dialog opened={name !== null} onClose={() => setName(null)} title={t("share.checkTitle")} size="lg">
        <p className={classes.file}>
          <DataText text={name ?? ""} />
        </p>
        {isUnreadable ? (
          <p className={classes.failed} role="alert">
            {t("share.unreadable")}
          </p>
        ) : verify.error ? (
          <p className={classes.failed} role="alert">
            {verify.error.code === "invalid_request" ? (
              t("share.notShared")
            ) : (
              <DataText text={describe(verify.error)} />
            )}
          </p>
        ) : verify.data ? (
          <Outcome outcome={verify.data} />
        ) : (
          <Waiting h={120} />
        )}
      </Dialog>
    </>
  );
}

function Outcome({ outcome }: { outcome: Data<"verifyShared"> }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { same, other, rows, compared } = outcome;
  const places = { count: compared, compared: formats.integer(compared), rows: formats.integer(rows.length) };
  const formatFigure = (value: number | null) => (value === null ? "–" : formats.decimal(value, 4));
  return (
    <div role="status">
      <p className={classes.said} data-same={same}>
        {t(same ? "share.same" : "share.different", places)}
      </p>
      {other.length > 0 && (
        <ul className={classes.why}>
          {other.map((reason) => (
            <li key={reason}>{t(`share.other.${reason}`)}</li>
          ))}
        </ul>
      )}
      {rows.length > 0 && (
        <Table.ScrollContainer minWidth={340} mah={360}>
          <Table verticalSpacing={4} className={classes.table}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t("share.column.of")}</Table.Th>
                <Table.Th>{t("share.column.row")}</Table.Th>
                <Table.Th className={classes.number}>{t("share.column.file")}</Table.Th>
                <Table.Th className={classes.number}>{t("share.column.here")}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.slice(0, NAMED).map((row) => (
                <Table.Tr key={`${row.of}\n${row.name}`}>
                  <Table.Td>
                    <DataText text={row.of} />
                  </Table.Td>
                  <Table.Td>
                    <DataText text={row.name} />
                  </Table.Td>
                  <Table.Td className={classes.number}>{formatFigure(row.before)}</Table.Td>
                  <Table.Td className={classes.number}>{formatFigure(row.now)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </div>
  );
}
