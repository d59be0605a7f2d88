/** A setting that is decided elsewhere: its value, to be read and copied, and no field to change it. */
import { TextInput } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { ConfigEntry } from "../../../api/types";
import { cleanText } from "../../../lib/text/text";
import { isNamedChoice } from "../names";
import { aboutId, fieldId, SettingRow } from "./SettingRow";

export function ShownField({ entry, label }: { entry: ConfigEntry; label: string }) {
  const { t } = useTranslation();
  const spellValue = (value: string) => {
    if (entry.secret) return t("settings.secret");
    const choice = entry.form === "choice" || entry.form === "switch";
    return choice && isNamedChoice(value) ? t(`settings.choice.${value}`) : cleanText(value);
  };
  return (
    <SettingRow entry={entry} label={label}>
      <TextInput
        id={fieldId(entry.name)}
        aria-describedby={aboutId(entry.name)}
        variant="filled"
        readOnly
        value={entry.value === null ? t("settings.notSet") : spellValue(entry.value)}
        rightSection={<IconLock size={16} aria-hidden />}
      />
    </SettingRow>
  );
}
