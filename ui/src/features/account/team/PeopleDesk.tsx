/** The people of the team: adding, inviting, roles, keeping out, ending sessions. */
import { Badge, Button, NativeSelect, Text } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { Dialog } from "../../../components/Dialog";
import { QueryError } from "../../../components/QueryError";
import { useErrorText } from "../../../components/useErrorText";
import { Waiting } from "../../../components/Waiting";
import { useFormats } from "../../../i18n/language";
import { useMyAccount } from "../../../shared/account/useMe";
import classes from "../Account.module.css";
import { AddPerson } from "./AddPerson";
import { InvitationLink } from "./InvitationLink";
import { PersonMenu } from "./PersonMenu";
import { ROLES, type InvitedPerson, type User } from "./types";
import { usePersonChanges } from "./usePersonChanges";

export function PeopleDesk() {
  const { t } = useTranslation();
  const users = useCommandQuery("listUsers", {});
  const [isAdding, setAdding] = useState(false);
  const [invited, setInvited] = useState<InvitedPerson | null>(null);
  return (
    <div className={classes.desk}>
      <p className={classes.lead}>{t("team.lead")}</p>
      <div className={classes.row}>
        <Button leftSection={<IconUserPlus size={17} aria-hidden />} onClick={() => setAdding(true)}>
          {t("team.add")}
        </Button>
      </div>
      <QueryError title={t("team.failed")} query={users} />
      {users.isPending && <Waiting h={240} />}
      {users.data?.length === 0 && <p className={classes.empty}>{t("team.none")}</p>}
      {users.data && users.data.length > 0 && <People users={users.data} onInvited={setInvited} />}
      <Dialog opened={isAdding} onClose={() => setAdding(false)} title={t("team.add")} size="lg">
        {isAdding && (
          <AddPerson
            onClose={() => setAdding(false)}
            onInvited={(made) => {
              setAdding(false);
              setInvited(made);
            }}
          />
        )}
      </Dialog>
      <Dialog
        opened={invited !== null}
        onClose={() => setInvited(null)}
        title={t("team.invitation.title")}
        size="lg"
        // Beside it a press is no answer: the link would be gone.
        closeOnClickOutside={false}
      >
        {invited && <InvitationLink invited={invited} onClose={() => setInvited(null)} />}
      </Dialog>
    </div>
  );
}

type PeopleProps = { users: readonly User[]; onInvited: (invited: InvitedPerson) => void };

function People({ users, onInvited }: PeopleProps) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const changes = usePersonChanges(onInvited);
  const { error } = changes;
  return (
    <>
      {error && (
        <div role="alert">
          <Text c="var(--cel-bad)">
            <DataText text={describe(error)} />
          </Text>
          {error.code === "last_administrator" && (
            <Text size="sm" c="dimmed">
              {t("team.lastAdministrator")}
            </Text>
          )}
        </div>
      )}
      <table className={classes.table}>
        <caption className="visually-hidden">{t("team.title")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("team.column.name")}</th>
            <th scope="col">{t("team.column.role")}</th>
            <th scope="col">{t("team.column.state")}</th>
            <th scope="col">{t("team.column.seen")}</th>
            <th scope="col">{t("team.column.sessions")}</th>
            <th scope="col">
              <span className="visually-hidden">{t("team.column.actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <Row key={user.id} user={user} changes={changes} />
          ))}
        </tbody>
      </table>
    </>
  );
}

type RowProps = { user: User; changes: ReturnType<typeof usePersonChanges> };

const STATE_COLORS = { invited: "palha", active: "mata", disabled: "gray" } as const;

function Row({ user, changes }: RowProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const isMe = useMyAccount()?.id === user.id;
  return (
    <tr>
      <th scope="row">
        <DataText text={user.name} />
        <span className={classes.below}>
          <DataText text={user.login} />
          {isMe && ` · ${t("team.you")}`}
        </span>
      </th>
      <td>
        <NativeSelect
          size="xs"
          aria-label={t("team.roleOf", { name: user.name })}
          value={user.role}
          disabled={changes.isPending}
          data={ROLES.map((role) => ({ value: role, label: t(`role.name.${role}`) }))}
          onChange={(event) => {
            const role = ROLES.find((one) => one === event.currentTarget.value);
            if (role && role !== user.role) changes.setRole(user, role);
          }}
        />
      </td>
      <td>
        <Badge size="sm" variant="light" color={STATE_COLORS[user.state]} tt="none">
          {t(`team.state.${user.state}`)}
        </Badge>
        {user.invitationUntil !== null && (
          <span className={classes.below}>
            {t("team.invitedUntil", { until: formats.dateTime(user.invitationUntil) })}
          </span>
        )}
      </td>
      <td>
        <span className={classes.label}>{t("team.column.seen")}: </span>
        {user.lastSeenAt === null ? t("team.neverSeen") : formats.dateTime(user.lastSeenAt)}
      </td>
      <td>
        <span className={classes.label}>{t("team.column.sessions")}: </span>
        {formats.integer(user.sessions)}
      </td>
      <td className={classes.actions}>
        <PersonMenu user={user} isMe={isMe} changes={changes} />
      </td>
    </tr>
  );
}
