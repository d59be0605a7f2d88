/** In place of a page whose script did not come: the server has another version by now, or is away. */
import { Button, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "../Notice.module.css";

export function PageNotLoaded() {
  const { t } = useTranslation();
  return (
    <div className={classes.notice} data-tone="bad" role="alert">
      <IconAlertTriangle size={20} className={classes.icon} aria-hidden />
      <div className={classes.body}>
        <Text fw={600}>{t("page.notLoaded.title")}</Text>
        <Text>{t("page.notLoaded.text")}</Text>
        <Button size="xs" variant="default" mt="xs" onClick={() => window.location.reload()}>
          {t("page.notLoaded.reload")}
        </Button>
      </div>
    </div>
  );
}
