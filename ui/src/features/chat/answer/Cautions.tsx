/** Sentences of an answer that no source carries: marked where they stand, and named below it. */
import { IconAlertTriangle } from "@tabler/icons-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import type { Remark } from "../../../components/markdown/parsing/citations";
import type { Caution } from "../types";
import classes from "../thread/Message.module.css";

const NONE: readonly Caution[] = [];

export function useRemarks(cautions: readonly Caution[] = NONE): readonly Remark[] {
  const { t } = useTranslation();
  return useMemo(
    () =>
      cautions
        .filter(({ sentence }) => sentence !== "")
        .map(({ kind, sentence }) => ({ sentence, why: t(`caution.${kind}`) })),
    [cautions, t],
  );
}

export function Cautions({ cautions }: { cautions: readonly Caution[] }) {
  const { t } = useTranslation();
  if (cautions.length === 0) return null;
  // The same mark taken out twice is one thing to check.
  const once = [
    ...new Map(cautions.map((caution) => [`${caution.kind} ${caution.claim}`, caution])).values(),
  ];
  return (
    <aside className={classes.cautions} aria-label={t("caution.title")}>
      <IconAlertTriangle size={17} aria-hidden />
      <div>
        <p>{t("caution.title")}</p>
        <ul>
          {once.map(({ kind, claim, source }, index) => (
            <li key={index}>
              {t(`caution.${kind}`)}
              {claim !== "" && (
                <>
                  :{" "}
                  <strong>
                    <DataText text={claim} />
                  </strong>
                </>
              )}
              {source !== undefined && source !== null && source.says !== "" && (
                <>
                  {" "}
                  (
                  <DataText text={t("caution.source", source)} />)
                </>
              )}
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}
