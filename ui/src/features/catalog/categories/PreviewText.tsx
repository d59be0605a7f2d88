/** What a change would do: how many items get another category, and what else follows. */
import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import { cleanText } from "../../../lib/text/text";
import { useFieldLabel } from "../../../shared/changes/useFieldLabel";
import desk from "../../../shared/desk/desk.module.css";
import type { CategoryMention, CategoryPreview, ChangeKind } from "./types";

export function PreviewText({ kind, preview }: { kind: ChangeKind; preview: CategoryPreview }) {
  const { t } = useTranslation();
  const { placeCount } = useFormats();
  const label = useFieldLabel();
  const { items, below, expected, mentions } = preview;
  const writesItems = kind === "rename" || kind === "merge";
  return (
    <>
      {writesItems && (
        <Text size="sm" mt="sm">
          {t("categories.effect.items", placeCount(items))}
        </Text>
      )}
      {below > 0 && (
        <Text size="sm" mt={4}>
          {t("categories.effect.below", placeCount(below))}
        </Text>
      )}
      {expected.length > 0 && (
        <Text size="sm" mt={4}>
          <DataText
            text={t(kind === "move" ? "categories.effect.inherited" : "categories.effect.expected", {
              attributes: cleanText(expected.map((key) => label(`attributes.${key}`)).join(", ")),
            })}
          />
        </Text>
      )}
      {mentions.length > 0 && (
        <>
          <Text size="sm" mt={4} id="category-mentions">
            {t("categories.effect.mentions")}
          </Text>
          <ul className={desk.effects} aria-labelledby="category-mentions">
            {mentions.map((mention, at) => (
              <li key={`${mention.kind} ${mention.name ?? ""} ${at}`}>
                <Mention mention={mention} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Mention({ mention: { kind, name } }: { mention: CategoryMention }) {
  const { t } = useTranslation();
  return (
    <Text size="sm" span>
      {name === null ? (
        t("categories.mention.otherView")
      ) : (
        <>
          {t(`categories.mention.${kind}`)}: <DataText text={name} />
        </>
      )}
    </Text>
  );
}
