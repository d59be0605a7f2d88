/** Where no field is defined and no item has an attribute: what fields are, and the ways to the first ones. */
import { Button, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useMay } from "../../../shared/account/useMe";
import { importAddress } from "../../../shared/catalog/address";
import desk from "../../../shared/desk/desk.module.css";

export function FieldsEmpty({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation();
  const mayEdit = useMay("edit");
  return (
    <div className={desk.none}>
      <Text fw={600} c="var(--mantine-color-text)">
        {t("definedFields.empty.title")}
      </Text>
      <Text size="sm" mt={4}>
        {t("definedFields.empty.about")}
      </Text>
      {mayEdit && (
        <>
          <Text size="sm" mt={8}>
            {t("definedFields.empty.ways")}
          </Text>
          <Group gap="xs" mt={12}>
            <Button component={Link} to={importAddress("items")}>
              {t("start.import")}
            </Button>
            <Button variant="default" onClick={onAdd}>
              {t("definedFields.empty.add")}
            </Button>
          </Group>
        </>
      )}
    </div>
  );
}
