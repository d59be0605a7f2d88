/** One setting, with the field that its form asks for. What the program cannot change is shown, not offered. */
import { useTranslation } from "react-i18next";
import type { ConfigEntry } from "../../../api/types";
import { ChoiceField } from "./ChoiceField";
import { KeyField } from "./KeyField";
import { lockOf, type LabelledName } from "../names";
import { ShownField } from "./ShownField";
import { TextField } from "./TextField";

type Props = {
  entry: ConfigEntry | undefined;
  name: LabelledName;
  /** What holds where nothing is said here, and the setting that says it. */
  below?: { value: string; name: string } | null;
};

export function SettingField({ entry, name, below = null }: Props) {
  const { t } = useTranslation();
  // An older program behind a newer page may not know the setting.
  if (!entry) return null;
  const label = t(`settings.label.${name}`);
  if (lockOf(entry)) return <ShownField entry={entry} label={label} />;
  if (entry.form === "secret") return <KeyField entry={entry} label={label} />;
  if (entry.form === "choice" || entry.form === "switch") return <ChoiceField entry={entry} label={label} />;
  return <TextField entry={entry} label={label} below={below} />;
}
