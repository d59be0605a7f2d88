/** The state of the program in the corner of the eye: a dot and two lines; a press shows the rest. */
import { Popover, Progress, Text, UnstyledButton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import type { Status } from "../../api/types";
import { useFormats } from "../../i18n/language";
import { pendingShare, toneOf } from "./summary";
import { StatusPanel } from "./StatusPanel";
import classes from "./StatusButton.module.css";

type Props = { status: Status; connectionLost: boolean };

export function StatusButton({ status, connectionLost }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const narrow = useMediaQuery("(max-width: 640px)");
  const tone = toneOf(status, connectionLost);
  const pending = pendingShare(status);
  const counts = t("status.counts", {
    items: formats.integer(status.activeItems),
    faqs: formats.integer(status.faqs),
  });

  return (
    <Popover
      position={narrow ? "top" : "right-end"}
      width={narrow ? "calc(100vw - 24px)" : 380}
      withArrow
      trapFocus
    >
      <Popover.Target>
        <UnstyledButton className={classes.button}>
          <span className="visually-hidden">{t("status.title")}: </span>
          <span className={classes.dot} data-tone={tone} />
          <span className={classes.words}>
            <Text component="span" size="xs" fw={600} display="block">
              {t(`status.tone.${tone}`)}
            </Text>
            <Text component="span" size="xs" c="dimmed" display="block" className="tabular">
              {counts}
            </Text>
            {pending && (
              <>
                <Text component="span" size="xs" c="dimmed" display="block" className="tabular">
                  {t("status.pendingShort", {
                    count: pending.pending,
                    shown: formats.integer(pending.pending),
                  })}
                </Text>
                <Progress
                  value={pending.done * 100}
                  size={3}
                  mt={4}
                  aria-label={t("status.embeddingProgress")}
                />
              </>
            )}
          </span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label={t("status.title")}>
        <StatusPanel status={status} connectionLost={connectionLost} />
      </Popover.Dropdown>
    </Popover>
  );
}
