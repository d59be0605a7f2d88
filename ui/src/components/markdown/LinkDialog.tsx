/** Asked before a link is followed: where it truly leads, and what is odd about it. */
import { Button, Group, Text } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { openAddress } from "../../host";
import { Dialog } from "../Dialog";
import { DataText } from "../DataText";
import { caveatsOf, type Address } from "./parsing/address";
import classes from "./LinkDialog.module.css";

type Props = { address: Address; shown: string; onClose: () => void };

export function LinkDialog({ address, shown, onClose }: Props) {
  const { t } = useTranslation();
  const clipboard = useClipboard();
  const [failed, setFailed] = useState(false);
  const open = () => {
    openAddress(address.url).then(onClose, () => setFailed(true));
  };
  return (
    <Dialog opened onClose={onClose} title={address.mail ? t("link.titleMail") : t("link.title")} centered>
      <Text size="sm" c="dimmed">
        {address.mail ? t("link.to") : t("link.host")}
      </Text>
      <p className={classes.host}>
        <DataText text={address.host} />
      </p>
      <p className={classes.whole} tabIndex={0} aria-label={t("link.whole")}>
        <DataText text={address.url.href} />
      </p>
      {caveatsOf(address, shown).map((caveat) => (
        <p key={caveat} className={classes.caveat}>
          <IconAlertTriangle size={16} aria-hidden />
          {t(`link.caveat.${caveat}`)}
        </p>
      ))}
      {failed && (
        <p className={classes.caveat} role="alert">
          <IconAlertTriangle size={16} aria-hidden />
          {t("link.failed")}
        </p>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => clipboard.copy(address.url.href)}>
          {clipboard.copied ? t("action.copied") : t("link.copy")}
        </Button>
        <Button onClick={open} data-autofocus>
          {address.mail ? t("link.write") : t("link.open")}
        </Button>
      </Group>
    </Dialog>
  );
}
