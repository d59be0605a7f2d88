/** The pieces that the details of items and of questions share. */
import { Button, Code } from "@mantine/core";
import { IconChartBar } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Faq, Item } from "../../api/types";
import { DataText } from "../../components/DataText";
import { useFormats } from "../../i18n/language";
import classes from "./Details.module.css";

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** Takes the score apart; there only where there is one. */
export function InspectButton({ onInspect }: { onInspect: () => void }) {
  const { t } = useTranslation();
  return (
    <Button
      size="xs"
      variant="light"
      leftSection={<IconChartBar size={16} aria-hidden />}
      onClick={onInspect}
    >
      {t("details.inspect")}
    </Button>
  );
}

export function TagList({ tags, terms }: { tags: string[]; terms: readonly string[] }) {
  return (
    <ul className={classes.tags}>
      {tags.map((tag, index) => (
        <li key={index}>
          <DataText text={tag} highlight={terms} />
        </li>
      ))}
    </ul>
  );
}

/** Ids, dates and version: what one quotes when asking about a record. */
export function RecordFacts({ record }: { record: Item | Faq }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <dl className={classes.facts}>
      <dt>{t("record.statusLabel")}</dt>
      <dd>{t(`record.status.${record.status}`)}</dd>
      {record.externalId !== null && (
        <>
          <dt>{t("record.externalId")}</dt>
          <dd>
            <Code>
              <DataText text={record.externalId} />
            </Code>
          </dd>
        </>
      )}
      <dt>{t("record.id")}</dt>
      <dd>
        <Code>
          <DataText text={record.id} />
        </Code>
      </dd>
      <dt>{t("record.updatedAt")}</dt>
      <dd>{formats.dateTime(record.updatedAt)}</dd>
      <dt>{t("record.createdAt")}</dt>
      <dd>{formats.dateTime(record.createdAt)}</dd>
      <dt>{t("record.version")}</dt>
      <dd>{record.version}</dd>
    </dl>
  );
}
