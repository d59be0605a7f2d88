/** Rows that would stand beside a record of the same name: perhaps the same thing under another id. */
import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import type { ImportResult } from "../columns/targets";
import { useRowName } from "./cells/useRowName";
import classes from "../Import.module.css";

const SHOWN = 20;

export function Lookalikes({ result }: { result: ImportResult }) {
  const { t } = useTranslation();
  const { placeCount } = useFormats();
  const nameRow = useRowName(result.report.file);
  const count = result.lookalikeCount;
  return (
    <section aria-labelledby="import-lookalikes">
      <h3 id="import-lookalikes" className={classes.subheading}>
        {t("import.lookalikes", placeCount(count))}
      </h3>
      <Text size="sm" c="dimmed">
        {t("import.lookalikesText")}
      </Text>
      <ul className={classes.lookalikes}>
        {result.lookalikes.slice(0, SHOWN).map((row) => (
          <li key={`${String(row.row)} ${row.id}`}>
            <DataText
              text={t("import.lookalike", {
                row: nameRow(row.row),
                name: row.name,
                id: row.externalId ?? "–",
              })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
