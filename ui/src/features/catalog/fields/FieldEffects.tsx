/** What a definition would do with the values that items have, before it is stored. */
import { Button, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { useErrorText } from "../../../components/useErrorText";
import { useFormats } from "../../../i18n/language";
import desk from "../../../shared/desk/desk.module.css";
import type { contentOf } from "./draft";
import type { FieldPreview } from "./types";

type Props = {
  content: ReturnType<typeof contentOf>;
  /** Whether there is an attribute to ask about. */
  asked: boolean;
};

const COUNTS = ["fitting", "readable", "misfits", "lacking"] as const;

export function FieldEffects({ content, asked }: Props) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const preview = useCommandMutation("previewField");
  // An answer to what was typed before says nothing of what is typed now.
  const isCurrent = JSON.stringify(preview.variables?.field) === JSON.stringify(content);
  return (
    <section aria-labelledby="field-effects">
      <Title order={3} size="h5" id="field-effects">
        {t("definedFields.effects.title")}
      </Title>
      <Text size="sm" c="dimmed" mb={8}>
        {t("definedFields.effects.about")}
      </Text>
      <Button
        variant="default"
        disabled={!asked}
        loading={preview.isPending}
        onClick={() => preview.mutate({ field: content })}
      >
        {t("definedFields.effects.ask")}
      </Button>
      <div role="status">
        {preview.error && isCurrent && <Text mt={8}>{describe(preview.error)}</Text>}
        {preview.data && isCurrent && <Counts preview={preview.data} />}
      </div>
      {preview.data && isCurrent && preview.data.sample.length > 0 && <Misfits preview={preview.data} />}
    </section>
  );
}

function Counts({ preview }: { preview: FieldPreview }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const named = COUNTS.filter((name) => name === "fitting" || preview[name] > 0);
  return named.map((name) => (
    <Text key={name} size="sm" mt={4}>
      {t(`definedFields.effects.${name}`, { count: preview[name], shown: formats.integer(preview[name]) })}
    </Text>
  ));
}

function Misfits({ preview }: { preview: FieldPreview }) {
  const { t } = useTranslation();
  return (
    <ul className={desk.effects} aria-label={t("definedFields.effects.sample")}>
      {preview.sample.map((misfit) => (
        <li key={misfit.value} className={desk.effect}>
          <q>
            <DataText text={misfit.value} />
          </q>{" "}
          <Text span size="sm" c="dimmed">
            <DataText text={misfit.name} />
            {misfit.items > 1 && ` · ${t("definedFields.effects.more", { count: misfit.items - 1 })}`}
            {" · "}
            <DataText text={misfit.message} />
          </Text>
        </li>
      ))}
    </ul>
  );
}
