/** Where the person is signed in: device, network, last use; ending one of them. */
import { Badge, Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Data } from "../../../api/command";
import { useCommandMutation, useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { QueryError } from "../../../components/QueryError";
import { showToast } from "../../../components/toast/toasts";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { Waiting } from "../../../components/Waiting";
import { useFormats } from "../../../i18n/language";
import classes from "../Account.module.css";

type Session = Data<"listMySessions">[number];

export function SessionList() {
  const { t } = useTranslation();
  const query = useCommandQuery("listMySessions", {});
  return (
    <>
      <QueryError title={t("account.sessions.failed")} query={query} />
      {query.isPending && <Waiting h={80} />}
      {query.data && query.data.length > 0 && <Sessions sessions={query.data} />}
    </>
  );
}

function Sessions({ sessions }: { sessions: readonly Session[] }) {
  const { t } = useTranslation();
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">{t("account.sessions.title")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("account.sessions.column.device")}</th>
          <th scope="col">{t("account.sessions.column.network")}</th>
          <th scope="col">{t("account.sessions.column.since")}</th>
          <th scope="col">{t("account.sessions.column.used")}</th>
          <th scope="col">
            <span className="visually-hidden">{t("account.sessions.end")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sessions.map((session) => (
          <Row key={session.id} session={session} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ session }: { session: Session }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const device = session.device ?? t("account.sessions.unknownDevice");
  return (
    <tr>
      <th scope="row">
        <DataText text={device} />
      </th>
      <td>
        <span className={classes.label}>{t("account.sessions.column.network")}: </span>
        <DataText text={session.network ?? t("account.sessions.thisMachine")} />
      </td>
      <td>
        <span className={classes.label}>{t("account.sessions.column.since")}: </span>
        {formats.dateTime(session.createdAt)}
      </td>
      <td>
        <span className={classes.label}>{t("account.sessions.column.used")}: </span>
        {formats.dateTime(session.lastUsedAt)}
      </td>
      <td className={classes.actions}>
        {session.isThis ? (
          <Badge size="sm" variant="light" tt="none" miw="max-content">
            {t("account.sessions.isThis")}
          </Badge>
        ) : (
          <End session={session} device={device} />
        )}
      </td>
    </tr>
  );
}

function End({ session, device }: { session: Session; device: string }) {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const { mutate, isPending } = useCommandMutation("endMySession");
  const end = () =>
    mutate(
      { id: session.id },
      {
        onSuccess: () => showToast({ tone: "info", text: t("account.sessions.done") }),
        onError: showError,
      },
    );
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={isPending}
      aria-label={t("account.sessions.endNamed", { device })}
      onClick={end}
    >
      {t("account.sessions.end")}
    </Button>
  );
}
