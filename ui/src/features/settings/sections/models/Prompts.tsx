/** The instructions that models are given, as they ship with the program. */
import { Code } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../../api/hooks";
import { DataText } from "../../../../components/DataText";
import { useJobName } from "../../../../shared/models/useJobName";
import classes from "../../SettingsPage.module.css";
import { More } from "../Section";

export function Prompts() {
  const { t } = useTranslation();
  const jobName = useJobName();
  const { data } = useCommandQuery("listPrompts", {});
  return (data ?? []).map((prompt) => (
    <More
      key={prompt.name}
      title={
        <span className={classes.summary}>
          <span>{t("settings.prompt", { name: jobName(prompt.name) })}</span>
          <Code>{prompt.version}</Code>
        </span>
      }
    >
      <div className={classes.prompt}>
        <DataText text={prompt.text} multiline />
      </div>
    </More>
  ));
}
