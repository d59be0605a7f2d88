/** What a definition would do with the values that items have, before it is stored. */
import { Button, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import { fold } from "../../../lib/text/text";
import desk from "../../../shared/desk/desk.module.css";
import { EffectsSection } from "../shared/effects/EffectsSection";
import type { contentOf } from "./draft";
import type { FieldPreview } from "./types";
import { UnknownCategories } from "./UnknownCategories";

type Props = {
  content: ReturnType<typeof contentOf>;
  /** Whether there is an attribute to ask about. */
  asked: boolean;
  /** Categories of which the form says already that there are none. */
  toldUnknown: readonly string[];
};

const COUNTS = ["fitting", "readable", "misfits", "lacking"] as const;

export function FieldEffects({ content, asked, toldUnknown }: Props) {
  const { t } = useTranslation();
  const preview = useCommandMutation("previewField");
  // An answer to what was typed before says nothing of what is typed now.
  const isCurrent = JSON.stringify(preview.variables?.field) === JSON.stringify(content);
  const data = isCurrent ? preview.data : undefined;
  return (
    <EffectsSection
      id="field-effects"
      title={t("definedFields.effects.title")}
      about={t("definedFields.effects.about")}
      ask={
        <Button
          variant="default"
          disabled={!asked}
          loading={preview.isPending}
          onClick={() => preview.mutate({ field: content })}
        >
          {t("definedFields.effects.ask")}
        </Button>
      }
      error={isCurrent ? preview.error : null}
      answer={data && <Counts preview={data} toldUnknown={toldUnknown} />}
      listLabel={t("definedFields.effects.sample")}
      effects={(data?.sample ?? []).map((misfit) => (
        <Misfit key={misfit.value} misfit={misfit} />
      ))}
    />
  );
}

function Counts({ preview, toldUnknown }: { preview: FieldPreview } & Pick<Props, "toldUnknown">) {
  const { t } = useTranslation();
  const formats = useFormats();
  const told = new Set(toldUnknown.map(fold));
  const unknown = (preview.unknownCategories ?? []).filter((name) => !told.has(fold(name)));
  const named = COUNTS.filter((name) => name === "fitting" || preview[name] > 0);
  return (
    <>
      {named.map((name) => (
        <Text key={name} size="sm" mt={4}>
          {t(`definedFields.effects.${name}`, formats.placeCount(preview[name]))}
        </Text>
      ))}
      <UnknownCategories names={unknown} />
    </>
  );
}

function Misfit({ misfit }: { misfit: FieldPreview["sample"][number] }) {
  const { t } = useTranslation();
  return (
    <li className={desk.effect}>
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
  );
}
