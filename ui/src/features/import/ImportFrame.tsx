/** What stands around each step of an import: the steps, the way out of the catalog, the heading that is read first. */
import { Button, Text } from "@mantine/core";
import { IconFileExport } from "@tabler/icons-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { seekFocus } from "../../lib/browser/seekFocus";
import { ExportDialog } from "../../shared/export/ExportDialog";
import { isInCorrection } from "./state/useLossQuestion";
import type { Step } from "./state/useImport";
import classes from "./Import.module.css";

const STEPS: readonly Step[] = ["file", "columns", "preview", "done"];

type Props = { step: Step; title: string; children: ReactNode };

export function ImportFrame({ step, title, children }: Props) {
  const { t } = useTranslation();
  const [exporting, setExporting] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  // By keyboard one goes on reading at the new step; one who types in it goes on typing.
  useEffect(() => {
    if (shown.current !== step && !isInCorrection()) heading.current?.focus();
    shown.current = step;
  }, [step]);

  // A link that led here is gone with its page, and the focus with it.
  useEffect(
    () =>
      seekFocus({
        give: () => heading.current?.focus(),
        holds: (element) => element !== null && element === heading.current,
        takes: false,
      }),
    [],
  );

  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <ol className={classes.steps} aria-label={t("import.steps")}>
          {STEPS.map((one) => (
            <li key={one} aria-current={one === step ? "step" : undefined}>
              {t(`import.step.${one}`)}
            </li>
          ))}
        </ol>
        <Button
          variant="default"
          leftSection={<IconFileExport size={16} aria-hidden />}
          onClick={() => setExporting(true)}
        >
          {t("import.export.open")}
        </Button>
      </div>
      <h2 className={classes.heading} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
      <Text size="xs" c="dimmed">
        {t("import.privacy")}
      </Text>
      <ExportDialog opened={exporting} onClose={() => setExporting(false)} />
    </div>
  );
}
