/** A person's own account: name and role, password, the company's account, sessions, API tokens. */
import { Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { IconUserOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../components/DataText";
import { Notice } from "../../components/Notice";
import { QueryError } from "../../components/QueryError";
import { Waiting } from "../../components/Waiting";
import { useMe, type MyAccount } from "../../shared/account/useMe";
import classes from "./Account.module.css";
import { CompanyLink } from "./company/CompanyLink";
import { PasswordForm } from "./PasswordForm";
import { SessionList } from "./sessions/SessionList";
import { TokenList } from "./tokens/TokenList";

export function AccountPage() {
  const { t } = useTranslation();
  const me = useMe();
  useDocumentTitle(`${t("account.title")} · Celeiro`);
  return (
    <div className={classes.page}>
      <div className={classes.column}>
        <Title order={1} size="h2">
          {t("account.title")}
        </Title>
        <QueryError title={t("account.failed")} query={me} />
        {me.isPending && <Waiting h={160} />}
        {me.data && (me.data.account ? <Account account={me.data.account} /> : <NoAccount />)}
      </div>
    </div>
  );
}

function NoAccount() {
  const { t } = useTranslation();
  return <Notice icon={<IconUserOff size={18} />}>{t("account.none")}</Notice>;
}

function Account({ account }: { account: MyAccount }) {
  const { t } = useTranslation();
  return (
    <>
      <section className={classes.card}>
        <Text fw={600}>
          <DataText text={account.name} />
        </Text>
        <Text size="sm" c="dimmed">
          <DataText text={account.login} /> · {t(`role.name.${account.role}`)}
        </Text>
        <Text size="sm" mt={6}>
          {t(`account.role.${account.role}`)}
        </Text>
      </section>
      <section className={classes.card} aria-labelledby="account-password">
        <h2 className={classes.heading} id="account-password">
          {t("account.password.title")}
        </h2>
        <PasswordForm />
      </section>
      <CompanyLink />
      <section className={classes.card} aria-labelledby="account-sessions">
        <h2 className={classes.heading} id="account-sessions">
          {t("account.sessions.title")}
        </h2>
        <Text size="sm" c="dimmed" mb="sm">
          {t("account.sessions.text")}
        </Text>
        <SessionList />
      </section>
      <section className={classes.card} aria-labelledby="account-tokens">
        <h2 className={classes.heading} id="account-tokens">
          {t("account.tokens.title")}
        </h2>
        <Text size="sm" c="dimmed" mb="sm">
          {t("account.tokens.text")}
        </Text>
        <TokenList everybody={false} />
      </section>
    </>
  );
}
