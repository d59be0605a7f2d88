/** The state of the program in the corner of the eye: a dot and two lines; a press shows the rest. */
import { Progress, Text, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Status } from "../../api/types";
import { lazyPage } from "../../components/page/lazyPage";
import { LazyPopover } from "../../components/popover/LazyPopover";
import { useFormats } from "../../i18n/language";
import { pendingShare, toneOf } from "./summary";
import classes from "./StatusButton.module.css";

const StatusPopover = lazyPage(async () => (await import("./StatusPopover")).StatusPopover);

type Props = { status: Status; connectionLost: boolean };

export function StatusButton({ status, connectionLost }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const tone = toneOf(status, connectionLost);
  const pending = pendingShare(status);
  const count = (of: "products" | "questions", number: number) =>
    t(`status.${of}`, formats.placeCount(number));
  const counts = `${count("products", status.activeItems)} · ${count("questions", status.faqs)}`;

  const button = (
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
              {t("status.pendingShort", formats.placeCount(pending.pending))}
            </Text>
            {/* A part of the button's name; 100 is said once nothing is left. */}
            <Progress
              value={Math.floor(pending.done * 100)}
              size={3}
              mt={4}
              aria-label={t("status.embeddingProgress")}
            />
          </>
        )}
      </span>
    </UnstyledButton>
  );
  return (
    <LazyPopover button={button}>
      {(target) => <StatusPopover button={target} status={status} connectionLost={connectionLost} />}
    </LazyPopover>
  );
}
