/** Says plainly where other weights needed other candidates, and why; or that none were needed. */
import { IconBolt, IconRefreshAlert } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { PoolChange } from "../../../api/types";
import classes from "./SlidersPanel.module.css";

export function SearchedAgain({ reasons }: { reasons: readonly PoolChange[] }) {
  const { t } = useTranslation();
  const again = reasons.length > 0;
  return (
    <div className={classes.again} data-again={again || undefined} role="status">
      {again ? <IconRefreshAlert size={16} aria-hidden /> : <IconBolt size={16} aria-hidden />}
      <span>
        {again ? t("sliders.searchedAgain") : t("sliders.sameCandidates")}
        {again && (
          <ul>
            {reasons.map((reason) => (
              <li key={reason}>{t(`sliders.because.${reason}`)}</li>
            ))}
          </ul>
        )}
      </span>
    </div>
  );
}
