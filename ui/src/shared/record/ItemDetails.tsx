/** All fields of an item, for reading. */
import { Badge, Group, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Hit, Item } from "../../api/types";
import { DataText } from "../../components/DataText";
import { AttachmentsFold } from "../attachments/AttachmentsFold";
import { PackageList } from "../packages/PackageList";
import { Gallery } from "../pictures/Gallery";
import { KnownStock } from "../stock/OutOfStock";
import { AttributeTable } from "./AttributeTable";
import { Price } from "./HitCard";
import { InspectButton, RecordFacts, Section, TagList } from "./DetailsParts";

const STATUS_COLOR = { ativo: "mata", inativo: "gray", rascunho: "palha" } as const;

type Props = {
  item: Item;
  /** What is known of its stock, where the result has said it. */
  stock?: Hit["stock"] | undefined;
  terms: readonly string[];
  onInspect: (() => void) | undefined;
};

export function ItemDetails({ item, stock, terms, onInspect }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <Title order={2} size="h3">
        <DataText text={item.name} highlight={terms} />
      </Title>
      <Group gap="xs" mt={6}>
        <Badge variant="light" color={STATUS_COLOR[item.status]} tt="none">
          {t(`record.status.${item.status}`)}
        </Badge>
        <Text size="sm" c="dimmed">
          {item.category && <DataText text={item.category} highlight={terms} />}
          {item.category && item.manufacturer && " · "}
          {item.manufacturer && <DataText text={item.manufacturer} highlight={terms} />}
        </Text>
      </Group>
      <Group justify="space-between" mt="md">
        <Group gap="sm">
          <Price item={item} />
          <KnownStock stock={stock} />
        </Group>
        {onInspect && <InspectButton onInspect={onInspect} />}
      </Group>
      <Gallery itemId={item.id} name={item.name} isBare />
      {item.packages && item.packages.length > 0 && (
        <Section title={t("packages.title")}>
          <PackageList packages={item.packages} currency={item.currency} terms={terms} />
        </Section>
      )}
      {item.tags.length > 0 && (
        <Section title={t("details.tags")}>
          <TagList tags={item.tags} terms={terms} />
        </Section>
      )}
      {item.description && (
        <Section title={t("details.description")}>
          <Text size="sm">
            <DataText text={item.description} highlight={terms} multiline />
          </Text>
        </Section>
      )}
      {item.notes && (
        <Section title={t("details.notes")}>
          <Text size="sm">
            <DataText text={item.notes} highlight={terms} multiline />
          </Text>
        </Section>
      )}
      {Object.keys(item.attributes).length > 0 && (
        <Section title={t("details.attributes")}>
          <AttributeTable attributes={item.attributes} />
        </Section>
      )}
      <AttachmentsFold itemId={item.id} />
      <Section title={t("details.record")}>
        <RecordFacts record={item} />
      </Section>
    </>
  );
}
