/** Nothing to be found: how that changes. Of items that search leaves out it is said that they are there. */
import { Button, Group, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Kind, Status } from "../../api/types";
import { useFormats } from "../../i18n/language";
import { useMay } from "../account/useMe";
import { importAddress, ITEMS_PATH } from "./address";
import { StartCatalog } from "./StartCatalog";
import classes from "../../components/page/EmptyStates.module.css";

export function NoStock({ kind, status }: { kind: Kind; status: Status }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const mayEdit = useMay("edit");
  const hidden = kind === "items" ? status.items : 0;
  return (
    <div className={classes.welcome}>
      <Title order={2} className={classes.title}>
        {hidden > 0 ? t("noStock.hidden", formats.placeCount(hidden)) : t(`noStock.title.${kind}`)}
      </Title>
      <Text c="dimmed" className={classes.text} mb="lg">
        {t(hidden > 0 ? "noStock.hiddenText" : `noStock.text.${kind}`)}
      </Text>
      {hidden === 0 ? (
        <StartCatalog justify="flex-start" kind={kind} />
      ) : (
        <Group gap="xs">
          <Button component={Link} to={ITEMS_PATH}>
            {t("noStock.open.items")}
          </Button>
          {mayEdit && (
            <Button component={Link} to={importAddress("items")} variant="default">
              {t("start.import")}
            </Button>
          )}
        </Group>
      )}
    </div>
  );
}
