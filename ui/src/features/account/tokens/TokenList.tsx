/** API tokens of the person, or of everybody for administrators: what they may do, when they end, revoking them. */
import { Badge, Button, Group } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Data } from "../../../api/command";
import { useCommandMutation, useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { Dialog } from "../../../components/Dialog";
import { QueryError } from "../../../components/QueryError";
import { showToast } from "../../../components/toast/toasts";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { Waiting } from "../../../components/Waiting";
import { useFormats } from "../../../i18n/language";
import classes from "../Account.module.css";
import { NewToken } from "./NewToken";

type Token = Data<"listTokens">[number];

export function TokenList({ everybody }: { everybody: boolean }) {
  const { t } = useTranslation();
  const query = useCommandQuery("listTokens", { everybody });
  const [isNew, setNew] = useState(false);
  return (
    <>
      {!everybody && (
        <div className={classes.row}>
          <Button leftSection={<IconKey size={17} aria-hidden />} onClick={() => setNew(true)}>
            {t("account.tokens.new")}
          </Button>
        </div>
      )}
      <QueryError title={t("account.tokens.failed")} query={query} />
      {query.isPending && <Waiting h={120} />}
      {query.data?.length === 0 && <p className={classes.empty}>{t("account.tokens.none")}</p>}
      {query.data && query.data.length > 0 && <Tokens tokens={query.data} everybody={everybody} />}
      <Dialog
        opened={isNew}
        onClose={() => setNew(false)}
        title={t("account.tokens.new")}
        size="lg"
        // Beside it a press is no answer: the secret would be gone.
        closeOnClickOutside={false}
      >
        {isNew && <NewToken onClose={() => setNew(false)} />}
      </Dialog>
    </>
  );
}

function Tokens({ tokens, everybody }: { tokens: readonly Token[]; everybody: boolean }) {
  const { t } = useTranslation();
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">{t("account.tokens.title")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("account.tokens.column.name")}</th>
          {everybody && <th scope="col">{t("account.tokens.column.login")}</th>}
          <th scope="col">{t("account.tokens.column.scopes")}</th>
          <th scope="col">{t("account.tokens.column.expires")}</th>
          <th scope="col">{t("account.tokens.column.used")}</th>
          <th scope="col">
            <span className="visually-hidden">{t("account.tokens.revoke")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <Row key={token.id} token={token} everybody={everybody} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ token, everybody }: { token: Token; everybody: boolean }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <tr>
      <th scope="row">
        <DataText text={token.name} />
      </th>
      {everybody && (
        <td>
          <span className={classes.label}>{t("account.tokens.column.login")}: </span>
          <DataText text={token.login} />
        </td>
      )}
      <td>
        <Group gap={4}>
          {token.scopes
            .filter((scope) => scope !== "open")
            .map((scope) => (
              <Badge key={scope} size="sm" variant="light" tt="none">
                {t(`account.access.${scope}`)}
              </Badge>
            ))}
        </Group>
      </td>
      <td>
        <span className={classes.label}>{t("account.tokens.column.expires")}: </span>
        {formats.date(token.expiresAt)}
      </td>
      <td>
        <span className={classes.label}>{t("account.tokens.column.used")}: </span>
        {token.lastUsedAt === null ? t("account.tokens.neverUsed") : formats.dateTime(token.lastUsedAt)}
      </td>
      <td className={classes.actions}>
        <Revoke token={token} />
      </td>
    </tr>
  );
}

function Revoke({ token }: { token: Token }) {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useCommandMutation("revokeToken");
  if (token.revoked)
    return (
      <Badge size="sm" variant="light" color="gray" tt="none">
        {t("account.tokens.revoked")}
      </Badge>
    );
  const revoke = () =>
    mutate(
      { id: token.id },
      {
        onSuccess: () => {
          setAsking(false);
          showToast({ tone: "info", text: t("account.tokens.done", { name: token.name }) });
        },
        onError: showError,
      },
    );
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t("account.tokens.revokeNamed", { name: token.name })}
        onClick={() => setAsking(true)}
      >
        {t("account.tokens.revoke")}
      </Button>
      <Dialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t("account.tokens.revokeTitle")}
        centered
      >
        {t("account.tokens.revokeText", { name: token.name })}
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={() => setAsking(false)}>
            {t("action.cancel")}
          </Button>
          <Button color="red" loading={isPending} onClick={revoke}>
            {t("account.tokens.revoke")}
          </Button>
        </Group>
      </Dialog>
    </>
  );
}
