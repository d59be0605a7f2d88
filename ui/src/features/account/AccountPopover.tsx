/** What belongs to the person's account: its page, the team for administrators, and the way out. */
import { Button, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconLogout, IconUserCog, IconUsers } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { DataText } from "../../components/DataText";
import type { PopoverButtonProps } from "../../components/popover/LazyPopover";
import { OpenPopover } from "../../components/popover/OpenPopover";
import { useErrorText } from "../../components/useErrorText";
import { useSignOut } from "../../shared/account/session";
import { useMay, type MyAccount } from "../../shared/account/useMe";
import classes from "./AccountButton.module.css";

type Props = { button: ReactElement<PopoverButtonProps>; account: MyAccount };

export function AccountPopover({ button, account }: Props) {
  const { t } = useTranslation();
  const narrow = useMediaQuery("(max-width: 640px)");
  return (
    <OpenPopover
      button={button}
      label={t("account.title")}
      position={narrow ? "top" : "right-end"}
      width={narrow ? "calc(100vw - 24px)" : 280}
    >
      <Text fw={600}>
        <DataText text={account.name} />
      </Text>
      <Text size="sm" c="dimmed">
        <DataText text={account.login} /> · {t(`role.name.${account.role}`)}
      </Text>
      <Text size="sm" mt={6}>
        {t(`account.role.${account.role}`)}
      </Text>
      <Actions />
    </OpenPopover>
  );
}

function Actions() {
  const { t } = useTranslation();
  const describe = useErrorText();
  const isAdmin = useMay("administer");
  const { mutate, isPending, error } = useSignOut();
  return (
    <div className={classes.actions}>
      <Button
        component={Link}
        to="/account"
        variant="default"
        leftSection={<IconUserCog size={17} aria-hidden />}
      >
        {t("account.open")}
      </Button>
      {isAdmin && (
        <Button
          component={Link}
          to="/team"
          variant="default"
          leftSection={<IconUsers size={17} aria-hidden />}
        >
          {t("account.team")}
        </Button>
      )}
      <Button
        variant="default"
        loading={isPending}
        leftSection={<IconLogout size={17} aria-hidden />}
        onClick={() => mutate()}
      >
        {t("account.signOut")}
      </Button>
      <Text size="xs" c="dimmed">
        {t("account.signOutText")}
      </Text>
      {error && (
        <Text size="sm" c="var(--cel-bad)" role="alert">
          <DataText text={describe(error)} />
        </Text>
      )}
    </div>
  );
}
