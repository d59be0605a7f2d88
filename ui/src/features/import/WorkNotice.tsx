/** What is under way, how far it is, and the way to stop it. */
import { Button, Loader, Progress, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../i18n/language";
import type { Work } from "./state/work/useWork";
import classes from "./Import.module.css";

export function WorkNotice({ work, onCancel }: { work: Work; onCancel: () => void }) {
  const { t } = useTranslation();
  const { placeCount, percent } = useFormats();
  // Of a file that is only checked, nothing is stored.
  const compares = work.what === "checking" && work.phase === "applying";
  const phase = compares ? "comparing" : work.phase;
  const moved = work.moved ?? null;
  const label = phase ? t(`import.phase.${phase}`) : t(`import.work.${work.what}`);
  return (
    <div className={classes.work} role="status">
      <div className={classes.workText}>
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <Text size="sm" c="dimmed">
          {[
            work.rows > 0 && t("import.rowsRead", placeCount(work.rows)),
            moved !== null && t("import.recordsMoved", placeCount(moved)),
            work.percent !== null && percent(work.percent / 100),
            (work.percent === null || moved !== null) && t("import.takes", placeCount(work.seconds)),
          ]
            .filter(Boolean)
            .join(" · ")}
        </Text>
      </div>
      {/* A step that is one statement of the database has no percentage. */}
      {work.percent === null ? (
        <Loader type="dots" size="sm" role="img" aria-label={label} />
      ) : (
        <Progress value={work.percent} aria-label={label} animated />
      )}
      <Button
        size="xs"
        variant="default"
        disabled={work.phase === "cancelling" || work.phase === "finishing"}
        onClick={onCancel}
      >
        {t("action.cancel")}
      </Button>
    </div>
  );
}
