/** Where toasts appear. Always there, so that a screen reader hears what comes into it. */
import { ActionIcon, Button } from "@mantine/core";
import { IconAlertTriangle, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DataText } from "../DataText";
import classes from "./ToastArea.module.css";
import { hideToast, holdToast, resumeToast, useToast } from "./toasts";

export function ToastArea() {
  const { t } = useTranslation();
  const toast = useToast();
  /** First away with it: what is done may say something of its own. */
  const act = (run: () => void) => {
    hideToast();
    run();
  };
  const actions = [toast?.action, toast?.other].filter((action) => action !== undefined);
  return (
    <div className={classes.area} role="status">
      {toast && (
        <div
          key={toast.id}
          className={classes.toast}
          data-tone={toast.tone}
          onMouseEnter={holdToast}
          onMouseLeave={resumeToast}
          onFocus={holdToast}
          onBlur={resumeToast}
        >
          {toast.tone === "bad" && <IconAlertTriangle size={18} aria-hidden />}
          <span className={classes.text}>
            <DataText text={toast.text} />
          </span>
          {actions.map(({ label, run }) => (
            <Button key={label} size="compact-sm" variant="subtle" onClick={() => act(run)}>
              {label}
            </Button>
          ))}
          <ActionIcon size="sm" onClick={hideToast} aria-label={t("action.close")}>
            <IconX size={15} />
          </ActionIcon>
        </div>
      )}
    </div>
  );
}
