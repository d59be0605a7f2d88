/** A question with its whole answer. */
import { Group, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Faq } from "../../api/types";
import { ApprovalMark } from "../../components/approval/ApprovalMark";
import { DataText } from "../../components/DataText";
import { InspectButton, RecordFacts, Section, TagList } from "./DetailsParts";

type Props = { faq: Faq; terms: readonly string[]; onInspect: (() => void) | undefined };

export function FaqDetails({ faq, terms, onInspect }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <Title order={2} size="h4">
        <DataText text={faq.question} highlight={terms} />
      </Title>
      <Text mt="md">
        <DataText text={faq.answer} highlight={terms} multiline />
      </Text>
      <ApprovalMark faq={faq} />
      {onInspect && (
        <Group mt="md">
          <InspectButton onInspect={onInspect} />
        </Group>
      )}
      {faq.tags.length > 0 && (
        <Section title={t("details.tags")}>
          <TagList tags={faq.tags} terms={terms} />
        </Section>
      )}
      <Section title={t("details.record")}>
        <RecordFacts record={faq} />
      </Section>
    </>
  );
}
