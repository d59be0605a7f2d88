/** A list of prices for reading. */
import { Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../../components/DataText";
import { useFormats } from "../../../../i18n/language";
import type { PriceList } from "../types";
import { useRuleText } from "../useRuleText";
import { useValidityText } from "./useValidityText";

export function ListDetails({ list }: { list: PriceList }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const validityText = useValidityText();
  const ruleText = useRuleText();
  return (
    <>
      <Title order={2} size="h4">
        <DataText text={list.name} />
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {validityText(list)} · {t("prices.list.own", formats.placeCount(list.ownPrices))}
      </Text>
      <Text size="sm">{list.rule ? ruleText(list.rule) : t("prices.rule.none")}</Text>
      {list.note && (
        <Text size="sm" mt="sm">
          <DataText text={list.note} multiline />
        </Text>
      )}
    </>
  );
}
