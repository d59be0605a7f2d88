/** The fields of a question, and the questions that are near it already. */
import { Group, SegmentedControl, Text, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { TagsField } from "../../../shared/desk/TagsField";
import { LIST_TYPING } from "../../../shared/catalog/tags";
import type { FaqFormState } from "./draft";
import { NearFaqs } from "./NearFaqs";

const STATES = ["rascunho", "ativo", "inativo"] as const;

export function FaqFields({ form }: { form: FaqFormState }) {
  const { t } = useTranslation();
  const { base, draft, errors, change } = form;
  return (
    <>
      <TextInput
        label={t("faqs.question")}
        value={draft.question}
        error={errors.question}
        onChange={(event) => change({ question: event.currentTarget.value })}
      />
      <NearFaqs question={draft.question} own={base?.id ?? null} />
      <Textarea
        label={t("faqs.answer")}
        description={t("faqs.answerNote")}
        autosize
        minRows={6}
        maxRows={20}
        value={draft.answer}
        error={errors.answer}
        onChange={(event) => change({ answer: event.currentTarget.value })}
      />
      <TagsField
        label={t("faqs.tags")}
        value={draft.tags}
        error={errors.tags}
        {...LIST_TYPING}
        onChange={(tags) => change({ tags })}
      />
      <Group align="end">
        <div>
          <Text size="sm" fw={500} id="faq-state">
            {t("faqs.state")}
          </Text>
          <SegmentedControl
            aria-labelledby="faq-state"
            value={draft.status}
            onChange={(status) => change({ status })}
            data={STATES.map((value) => ({ value, label: t(`faqs.states.${value}`) }))}
          />
        </div>
        <TextInput
          label={t("faqs.externalId")}
          value={draft.externalId ?? ""}
          error={errors.externalId}
          onChange={(event) => change({ externalId: event.currentTarget.value || null })}
        />
      </Group>
    </>
  );
}
