/** Who is signed in, at the foot of the navigation; a press shows what belongs to the account. */
import { Text, UnstyledButton } from "@mantine/core";
import { IconUserCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { lazyPage } from "../../components/page/lazyPage";
import { LazyPopover } from "../../components/popover/LazyPopover";
import { DataText } from "../../components/DataText";
import { useMyAccount } from "../../shared/account/useMe";
import classes from "./AccountButton.module.css";

const AccountPopover = lazyPage(async () => (await import("./AccountPopover")).AccountPopover, "account");

export function AccountButton() {
  const { t } = useTranslation();
  const account = useMyAccount();
  if (!account) return null;
  const button = (
    <UnstyledButton className={classes.button} title={account.name}>
      <IconUserCircle size={20} stroke={1.8} aria-hidden className={classes.icon} />
      <span className={classes.words}>
        <Text component="span" size="xs" fw={600} display="block" truncate>
          <DataText text={account.name} />
        </Text>
        <Text component="span" size="xs" c="dimmed" display="block">
          {t(`role.name.${account.role}`)}
        </Text>
      </span>
    </UnstyledButton>
  );
  return (
    <LazyPopover button={button}>
      {(target) => <AccountPopover button={target} account={account} />}
    </LazyPopover>
  );
}
