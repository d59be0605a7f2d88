/** A setting that is typed: text, address, folder, number. Saved by Enter or the button, undone by Escape. */
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ConfigEntry } from "../../../api/types";
import { DataText } from "../../../components/DataText";
import { cleanText } from "../../../lib/text/text";
import { aboutId, fieldId, SettingRow } from "./SettingRow";
import classes from "./SettingRow.module.css";
import { useSaveSetting } from "./useSaveSetting";

type Props = { entry: ConfigEntry; label: string; below: { value: string; name: string } | null };

export function TextField({ entry, label, below }: Props) {
  const { t } = useTranslation();
  const { save, saving, saved, error, clear } = useSaveSetting(entry.name);
  const [draft, setDraft] = useState<string | null>(null);
  const numeric = entry.form === "whole" || entry.form === "number";
  const isLeft = entry.origin === "default" || entry.origin === "profile" || entry.origin === "model";
  const kept = isLeft ? "" : (entry.value ?? "");
  const otherwise = below?.value ?? (isLeft ? entry.value : null) ?? entry.default;
  const changed = draft !== null && draft.trim() !== kept;
  const undo = () => {
    setDraft(null);
    clear();
  };
  const submit = () => {
    if (!changed) return;
    const typed = draft.trim();
    save((entry.form === "number" ? typed.replace(",", ".") : typed) || null, () => setDraft(null));
  };

  return (
    <SettingRow entry={entry} label={label} saved={saved && draft === null}>
      <form
        className={classes.field}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextInput
          id={fieldId(entry.name)}
          aria-describedby={aboutId(entry.name)}
          value={draft ?? kept}
          placeholder={cleanText(otherwise ?? t("settings.notSet"))}
          inputMode={numeric ? "decimal" : entry.form === "address" ? "url" : "text"}
          readOnly={saving}
          spellCheck={false}
          autoComplete="off"
          error={error && <DataText text={error} />}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Escape" && undo()}
        />
        {changed && (
          <>
            <Button type="submit" loading={saving}>
              {t("settings.save")}
            </Button>
            <Button variant="default" onClick={undo} disabled={saving}>
              {t("settings.undo")}
            </Button>
          </>
        )}
        {!changed && entry.origin === "saved" && (
          <Button variant="default" onClick={() => save(null)} loading={saving}>
            {entry.default === null ? t("settings.clear") : t("settings.backToDefault")}
          </Button>
        )}
      </form>
      {below && kept === "" && (
        <p className={classes.remark}>
          <span>{t("settings.holds", { name: below.name })}</span>
        </p>
      )}
    </SettingRow>
  );
}
