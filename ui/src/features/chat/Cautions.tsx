/** Sentences of an answer that no source carries: marked where they stand, and named below it. */
import { IconAlertTriangle } from "@tabler/icons-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../components/DataText";
import type { Remark } from "../../components/markdown/citations";
import type { Caution } from "./contract";
import classes from "./Message.module.css";

const NONE: readonly Caution[] = [];

export function useRemarks(cautions: readonly Caution[] = NONE): readonly Remark[] {
  const { t } = useTranslation();
  return useMemo(
    () => cautions.map(({ kind, sentence }) => ({ sentence, why: t(`caution.${kind}`) })),
    [cautions, t],
  );
}

export function Cautions({ cautions }: { cautions: readonly Caution[] }) {
  const { t } = useTranslation();
  if (cautions.length === 0) return null;
  return (
    <aside className={classes.cautions} aria-label={t("caution.title")}>
      <IconAlertTriangle size={17} aria-hidden />
      <div>
        <p>{t("caution.title")}</p>
        <ul>
          {cautions.map(({ kind, claim }, index) => (
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
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}
