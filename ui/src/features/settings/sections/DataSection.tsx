/** Where everything is: the data folder, the database, the keys. */
import { Button, CopyButton } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { PLACES } from "../names";
import { Section } from "./Section";
import { SettingField } from "../fields/SettingField";
import classes from "../SettingsPage.module.css";
import type { Entries } from "../useSettings";

export function DataSection({ entries }: { entries: Entries }) {
  const { t } = useTranslation();
  const folder = entries.get("CELEIRO_DATA_DIR")?.value;
  return (
    <Section id="data" title={t("settings.section.data.title")} text={t("settings.section.data.text")}>
      {folder && (
        <div className={classes.folder}>
          <code>
            <DataText text={folder} />
          </code>
          <CopyButton value={folder}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                onClick={copy}
                leftSection={
                  copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
                }
              >
                {copied ? t("settings.copied") : t("settings.copy")}
              </Button>
            )}
          </CopyButton>
        </div>
      )}
      {PLACES.map((name) => (
        <SettingField key={name} entry={entries.get(name)} name={name} />
      ))}
    </Section>
  );
}
