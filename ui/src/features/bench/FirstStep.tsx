/** From a desk where nothing was noted yet to what is noted: a search or a question; with no items, these first. */
import { Button, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { StartCatalog } from "../../shared/catalog/StartCatalog";
import { useIsCatalogEmpty } from "../../shared/catalog/useIsCatalogEmpty";

export function FirstStep({ to }: { to: "search" | "chat" }) {
  const { t } = useTranslation();
  if (useIsCatalogEmpty()) return <FirstItems />;
  return (
    <Button component={Link} to={`/${to}`} variant="default">
      {t(`bench.first.${to}`)}
    </Button>
  );
}

/** Draws the first steps into the search bench where the catalog has no items. */
export function FirstItems() {
  const { t } = useTranslation();
  return (
    <>
      <Text size="sm" mb="sm">
        {t("bench.first.noItems")}
      </Text>
      <StartCatalog justify="flex-start" />
    </>
  );
}
