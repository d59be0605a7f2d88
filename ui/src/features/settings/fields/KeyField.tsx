/** A key: goes in, never comes back. The page only learns whether there is one and where it is. */
import { Button, PasswordInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ConfigEntry } from "../../../api/types";
import { DataText } from "../../../components/DataText";
import { aboutId, fieldId, SettingRow } from "./SettingRow";
import classes from "./SettingRow.module.css";
import { useSaveSetting } from "./useSaveSetting";

export function KeyField({ entry, label }: { entry: ConfigEntry; label: string }) {
  const { t } = useTranslation();
  const { save, saving, saved, error } = useSaveSetting(entry.name);
  const [draft, setDraft] = useState("");
  const kept = entry.storedIn === "keyStore" || entry.storedIn === "file";

  return (
    <SettingRow entry={entry} label={label} saved={saved}>
      <form
        className={classes.field}
        onSubmit={(event) => {
          event.preventDefault();
          if (draft.trim()) save(draft.trim(), () => setDraft(""));
        }}
      >
        <PasswordInput
          id={fieldId(entry.name)}
          aria-describedby={aboutId(entry.name)}
          value={draft}
          placeholder={kept || entry.value !== null ? t("settings.key.replace") : t("settings.key.enter")}
          readOnly={saving}
          spellCheck={false}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ "aria-label": t("settings.key.show") }}
          error={error && <DataText text={error} />}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
        {draft.trim() !== "" && (
          <Button type="submit" loading={saving}>
            {t("settings.save")}
          </Button>
        )}
        {kept && draft === "" && (
          <Button variant="default" color="red" onClick={() => save(null)} loading={saving}>
            {t("settings.key.remove")}
          </Button>
        )}
      </form>
    </SettingRow>
  );
}
