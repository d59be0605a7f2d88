/** A setting with a few values: saved as soon as one is chosen, the first of them being the default. */
import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ConfigEntry } from "../../../api/types";
import { DataText } from "../../../components/DataText";
import { cleanText } from "../../../lib/text/text";
import { isNamedChoice } from "../names";
import { aboutId, fieldId, SettingRow } from "./SettingRow";
import { useSaveSetting } from "./useSaveSetting";

/** The choice that leaves the decision to the default. */
const DEFAULT = "";

export function ChoiceField({ entry, label }: { entry: ConfigEntry; label: string }) {
  const { t } = useTranslation();
  const { save, saving, saved, error } = useSaveSetting(entry.name);
  const nameChoice = (value: string) =>
    isNamedChoice(value) ? t(`settings.choice.${value}`) : cleanText(value);
  const values = entry.form === "switch" ? ["true", "false"] : entry.choices;
  const value = entry.origin === "default" ? DEFAULT : normal(entry);
  return (
    <SettingRow entry={entry} label={label} saved={saved}>
      <NativeSelect
        id={fieldId(entry.name)}
        aria-describedby={aboutId(entry.name)}
        value={value}
        disabled={saving}
        error={error && <DataText text={error} />}
        data={[
          {
            value: DEFAULT,
            label: entry.default
              ? t("settings.defaultOf", { value: nameChoice(entry.default) })
              : t("settings.notSet"),
          },
          ...values.map((choice) => ({ value: choice, label: nameChoice(choice) })),
        ]}
        onChange={(event) => save(event.currentTarget.value || null)}
      />
    </SettingRow>
  );
}

/** Normalises the value of a setting for its choice: the environment may say `1` or `yes` for `true`. */
function normal({ form, value }: ConfigEntry): string {
  if (form !== "switch") return value ?? DEFAULT;
  return ["true", "1", "yes", "on"].includes((value ?? "").toLowerCase()) ? "true" : "false";
}
