/** Who answers the next message: the desk, or the assistant that asks for tools and proposes changes. */
import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ChatMode } from "../types";
import classes from "./Composer.module.css";

type Props = { mode: ChatMode; disabled: boolean; onChange: (mode: ChatMode) => void };

export function ModeSwitch({ mode, disabled, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <SegmentedControl
      className={classes.mode}
      size="xs"
      aria-label={t("composer.mode.label")}
      title={t(`composer.mode.${mode}Text`)}
      disabled={disabled}
      value={mode}
      onChange={(value) => onChange(value === "assistant" ? "assistant" : "desk")}
      data={[
        { value: "desk", label: t("composer.mode.desk") },
        { value: "assistant", label: t("composer.mode.assistant") },
      ]}
    />
  );
}
