/** What the person should know about a result before reading it: words read differently, a source missing. */
import { Text } from "@mantine/core";
import { IconPlugOff, IconTextSpellcheck } from "@tabler/icons-react";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import type { SearchResponse } from "../../../api/types";
import { DataText } from "../../../components/DataText";
import { Notice } from "../../../components/Notice";

/** Words per correction that are shown; the rest would only be noise. */
const WORDS = 3;

export function CorrectionNotice({ corrections }: { corrections: SearchResponse["corrections"] }) {
  const { t } = useTranslation();
  const read = corrections.filter(({ words }) => words.length > 0);
  if (read.length === 0) return null;
  return (
    <Notice icon={<IconTextSpellcheck size={19} />}>
      <Text size="sm">
        {t("correction.showing")}{" "}
        {read.map(({ token, words }, index) => (
          <Fragment key={token}>
            {index > 0 && "; "}
            <strong>
              <DataText text={words.slice(0, WORDS).join(", ")} />
            </strong>{" "}
            <Text component="span" c="dimmed" inherit>
              ({t("correction.typed")} <DataText text={token} />)
            </Text>
          </Fragment>
        ))}
      </Text>
    </Notice>
  );
}

export function FallbackNotice({ reason }: { reason: SearchResponse["fallbackReason"] }) {
  const { t } = useTranslation();
  if (!reason) return null;
  return (
    <Notice tone="wait" icon={<IconPlugOff size={19} />}>
      <Text size="sm">
        <strong>{t(`fallback.${reason}.title`)}</strong> {t(`fallback.${reason}.text`)}
      </Text>
    </Notice>
  );
}
