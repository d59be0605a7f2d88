/** Chooses the query set that weights and profiles are measured on. */
import { Select, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { cleanText } from "../../lib/text/text";
import type { OpenSet } from "./openSet";

const NONE = "";

export function OpenSetPicker({ handle }: { handle: OpenSet }) {
  const { t } = useTranslation();
  const { sets, open, choose } = handle;
  if (!sets) return null;
  if (sets.length === 0) {
    return (
      <Text size="xs" c="dimmed">
        {t("openSet.none")}
      </Text>
    );
  }
  return (
    <Select
      size="xs"
      label={t("openSet.label")}
      value={open?.id ?? NONE}
      data={[
        { value: NONE, label: t("openSet.off") },
        ...sets.map(({ id, name, judgedQueries }) => ({
          value: id,
          label: t("openSet.option", { name: cleanText(name), count: judgedQueries }),
        })),
      ]}
      onChange={(id) => choose(id || null)}
    />
  );
}
