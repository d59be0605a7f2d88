/** A profile of exports that is kept: what the dialog has, and whose prices, which records, which shop. */
import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Data, Req } from "../../api/command";
import { useCommandMutation, useCommandQuery } from "../../api/hooks";
import type { Kind } from "../../api/types";
import { useErrorToast } from "../../components/toast/useErrorToast";
import { cleanText } from "../../lib/text/text";

export type ExportProfile = Data<"exportProfiles">[number];
type Content = Req<"saveExportProfile">["content"];

type Props = {
  kind: Kind;
  /** The profile that is changed; a new one is kept where there is none. */
  profile: ExportProfile | null;
  /** What the dialog has chosen. */
  chosen: Pick<Content, "format" | "dialect" | "columns">;
  onChoose: (id: string | null) => void;
};

export function ExportProfileForm({ kind, profile, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const lists = useCommandQuery("listPriceLists", {}).data ?? [];
  const content: Content = profile?.content ?? {};
  const [name, setName] = useState(profile?.name ?? "");
  const [priceList, setPriceList] = useState(content.priceList ?? "");
  const [active, setActive] = useState(content.statuses?.length === 1 && content.statuses[0] === "ativo");
  const [link, setLink] = useState(content.shop?.link ?? "");
  const [image, setImage] = useState(content.shop?.imageAttribute ?? "");
  const save = useCommandMutation("saveExportProfile", { onAnswer: ({ id }) => onChoose(id) });
  const remove = useCommandMutation("deleteExportProfile", { onAnswer: () => onChoose(null) });
  const keep = () => {
    const shop = { ...content.shop, link: link.trim(), imageAttribute: image.trim() || null };
    save.mutate(
      {
        id: profile?.id ?? null,
        updatedAt: profile?.updatedAt ?? null,
        kind,
        name,
        content: {
          ...content,
          ...chosen,
          priceList: priceList || null,
          statuses: active ? ["ativo"] : [],
          shop: link.trim() === "" ? null : shop,
        },
      },
      { onError: showError },
    );
  };
  return (
    <form
      aria-label={t("import.export.profile.form")}
      onSubmit={(event) => {
        event.preventDefault();
        keep();
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={t("import.export.profile.name")}
          value={name}
          maxLength={80}
          required
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {kind === "items" && (
          <NativeSelect
            label={t("import.export.profile.prices")}
            description={priceList === "" ? undefined : t("import.export.profile.pricesText")}
            inputWrapperOrder={["label", "input", "description"]}
            value={priceList}
            data={[
              { value: "", label: t("import.export.profile.counter") },
              ...lists.map((list) => ({ value: list.id, label: cleanText(list.name) })),
            ]}
            onChange={(event) => setPriceList(event.currentTarget.value)}
          />
        )}
        <Checkbox
          label={t("import.export.profile.active")}
          checked={active}
          onChange={(event) => setActive(event.currentTarget.checked)}
        />
        {chosen.format === "google" && (
          <>
            <TextInput
              label={t("import.export.profile.link")}
              description={t("import.export.profile.linkText")}
              inputWrapperOrder={["label", "input", "description"]}
              value={link}
              maxLength={500}
              required
              onChange={(event) => setLink(event.currentTarget.value)}
            />
            <TextInput
              label={t("import.export.profile.image")}
              value={image}
              maxLength={200}
              onChange={(event) => setImage(event.currentTarget.value)}
            />
          </>
        )}
        <Text size="xs" c="dimmed">
          {t("import.export.profile.text")}
        </Text>
        <Group gap="xs">
          <Button type="submit" variant="default" loading={save.isPending} disabled={remove.isPending}>
            {t("import.export.profile.save")}
          </Button>
          {profile && (
            <Button
              variant="default"
              loading={remove.isPending}
              disabled={save.isPending}
              onClick={() => remove.mutate({ id: profile.id }, { onError: showError })}
            >
              {t("import.export.profile.delete")}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
