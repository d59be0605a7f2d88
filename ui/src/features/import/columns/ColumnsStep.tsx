/** Which column is what: proposed by its name, or as it was said for the last file like this one. */
import { Button, NativeSelect, Text } from "@mantine/core";
import { IconHistory, IconInfoCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { Notice } from "../../../components/Notice";
import { useFormats, useLanguage } from "../../../i18n/language";
import { FileLine } from "../file/FileLine";
import { KindChoice } from "../file/KindChoice";
import { DecimalChoice } from "./choices/DecimalChoice";
import { PlaceChoice } from "./choices/PlaceChoice";
import { ProfileChoice } from "./choices/ProfileChoice";
import { sampleText } from "./samples";
import { TypeChoice } from "./choices/TypeChoice";
import { useColumnLabel } from "./useColumnLabel";
import {
  changesKnownOnly,
  likelyNames,
  missingTargets,
  targetsOf,
  withNames,
  withTarget,
  type Target,
} from "./targets";
import type { ImportDesk } from "../state/useImport";
import classes from "../Import.module.css";

export function ColumnsStep({ desk }: { desk: ImportDesk }) {
  const { t } = useTranslation();
  const { list } = useFormats();
  const missing = missingTargets(desk.columns, desk.kind);
  const known = desk.found?.file.preset === "agrofit";
  return (
    <>
      <FileLine desk={desk} />
      <KindChoice desk={desk} />
      <PlaceChoice desk={desk} />
      {!known && <ProfileChoice desk={desk} />}
      {desk.kindIsFound && (
        <Notice icon={<IconInfoCircle size={18} />}>{t(`import.kindFound.${desk.kind}`)}</Notice>
      )}
      {known && <Notice icon={<IconInfoCircle size={18} />}>{t("import.agrofit")}</Notice>}
      {desk.found?.remembered && <Notice icon={<IconHistory size={18} />}>{t("import.remembered")}</Notice>}
      {!known && <ColumnTable desk={desk} />}
      {!known && (
        <DecimalChoice label={t("import.decimal.label")} value={desk.decimal} onChoose={desk.setDecimal} />
      )}
      {!known && missing.length > 0 && (
        <Text size="sm" className={classes.bad} role="alert">
          {t("import.missing", { fields: list(missing.map((target) => t(`import.target.${target}`))) })}{" "}
          <NameOffer desk={desk} />
        </Text>
      )}
      {!known && changesKnownOnly(desk.columns, desk.kind) && (
        <Notice icon={<IconInfoCircle size={18} />} tone="wait">
          {t(`import.knownOnly.${desk.kind}`)} <NameOffer desk={desk} />
        </Notice>
      )}
      <div className={classes.actions}>
        <Button
          disabled={desk.work !== null || (!known && (missing.length > 0 || desk.needsProfile))}
          onClick={() => void desk.check()}
        >
          {t("import.check")}
        </Button>
        <Button variant="default" onClick={desk.reset}>
          {t("import.otherFile")}
        </Button>
      </div>
    </>
  );
}

/** Items without names: the column that may have them is taken at one press. */
function NameOffer({ desk }: { desk: ImportDesk }) {
  const { t } = useTranslation();
  const label = useColumnLabel(desk);
  const { columns, kind } = desk;
  const likely = likelyNames(columns);
  if (kind !== "items" || !likely || columns.some(({ target }) => target === "name")) return null;
  return (
    <Button
      size="compact-xs"
      variant="default"
      onClick={() => desk.setColumns(withNames(columns, columns.indexOf(likely), kind))}
    >
      <DataText text={t("import.names.use", { name: label(likely.name) })} />
    </Button>
  );
}

function ColumnTable({ desk }: { desk: ImportDesk }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const label = useColumnLabel(desk);
  const format = desk.found?.file.format ?? "csv";
  const hidden = (desk.found?.columnCount ?? 0) - desk.columns.length;
  const targets = targetsOf(desk.kind).map((target) => ({
    value: target,
    label: t(`import.target.${target}`),
  }));
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t("import.column.name")}</th>
            <th scope="col">{t("import.column.target")}</th>
            <th scope="col">{t("import.column.samples")}</th>
          </tr>
        </thead>
        <tbody>
          {desk.columns.map((column, at) => (
            <tr key={at} data-off={column.target === "nothing" || undefined}>
              <th scope="row">
                <DataText text={label(column.name) || "–"} />
              </th>
              <td>
                <NativeSelect
                  size="xs"
                  aria-label={t("import.column.targetOf", { name: label(column.name) })}
                  value={column.target}
                  data={targets}
                  onChange={(event) =>
                    desk.setColumns(
                      withTarget(desk.columns, at, event.currentTarget.value as Target, desk.kind),
                    )
                  }
                />
                {column.target === "attribute" && <TypeChoice desk={desk} at={at} column={column} />}
              </td>
              <td className={classes.samples}>
                {column.samples.map((sample, index) => (
                  <span key={index}>
                    <DataText text={sampleText(sample, column, format, language)} />
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {hidden > 0 && (
        <Text size="sm" c="dimmed" p="xs">
          {t("import.moreColumns", { count: hidden })}
        </Text>
      )}
    </div>
  );
}
