/** In place of the pages while the personal assistant is off: what it is, and where it is switched on. */
import { Button, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useMay } from "../../shared/account/useMe";
import classes from "./personal.module.css";

export function OffNotice() {
  const { t } = useTranslation();
  const mayAdminister = useMay("administer");
  return (
    <div className={classes.off}>
      <Title order={1} size="h2">
        {t("personal.off.title")}
      </Title>
      <Text mt="sm">{t("personal.off.text")}</Text>
      <Text mt="sm">{t(mayAdminister ? "personal.off.how" : "personal.off.ask")}</Text>
      {mayAdminister && (
        <Button component={Link} to="/settings" mt="md">
          {t("personal.off.settings")}
        </Button>
      )}
    </div>
  );
}
