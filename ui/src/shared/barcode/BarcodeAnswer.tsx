/**
 * What the catalog has for a barcode that was searched: a product that is not on sale, which no search shows, or nothing,
 * and then the step to a product with that number. Of a product that is on sale nothing is said: it is found.
 */
import { Button, Group } from "@mantine/core";
import { IconBarcode } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCommandQuery } from "../../api/hooks";
import { DataText } from "../../components/DataText";
import { Notice } from "../../components/Notice";
import { useMay } from "../account/useMe";
import { itemAddress, newItemAddress } from "../catalog/address";

type Props = { ean: string };

export function BarcodeAnswer({ ean }: Props) {
  const { t } = useTranslation();
  const mayEdit = useMay("edit");
  const query = useCommandQuery("findEan", { ean });
  if (!query.data) return null;
  const { matches } = query.data;
  if (matches.some(({ status }) => status === "ativo")) return null;
  return (
    <Notice icon={<IconBarcode size={18} />} tone="wait">
      {matches.length === 0 ? t("barcode.unknown", { ean }) : t("barcode.hidden")}
      <Group gap="xs" mt={6}>
        {matches.map(({ itemId, name, package: label }) => (
          <Button key={itemId} component={Link} to={itemAddress(itemId)} size="compact-sm" variant="default">
            <DataText text={[name, label].filter((part) => part).join(" · ")} />
          </Button>
        ))}
        {matches.length === 0 && mayEdit && (
          <Button component={Link} to={newItemAddress(ean)} size="compact-sm" variant="light">
            {t("barcode.create")}
          </Button>
        )}
      </Group>
    </Notice>
  );
}
