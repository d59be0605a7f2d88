/** A person signs in with name and password, or with a key of the server where they have one. */
import { Button, PasswordInput, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import type { CommandError } from "../../api/command";
import { beginSession } from "../../api/session";
import { DataText } from "../../components/DataText";
import { useErrorText } from "../../components/useErrorText";
import { wasInvitationLost } from "../../host";
import { currentPerson, KEY_HOLDER, NO_ACCOUNT } from "../../lib/person";
import { useSignedIn } from "../../shared/account/session";
import type { Me } from "../../shared/account/useMe";
import { CompanyButton } from "./company/CompanyButton";
import { Screen } from "./Screen";
import { TokenScreen } from "./TokenScreen";
import { secondsOf, useSecondsLeft } from "./useSecondsLeft";
import classes from "./Screen.module.css";

type Props = {
  /** Names and passwords are used here. */
  accounts: boolean;
  /** The session of the person whose page this is has ended. */
  again: boolean;
  /** Another number after each key that was not taken. */
  attempt: number;
  onToken: () => void;
};

export function SignInScreen({ accounts, again, attempt, onToken }: Props) {
  const { t } = useTranslation();
  const [byKey, setByKey] = useState(!accounts);
  if (!byKey) return <PasswordScreen again={again} onOther={() => setByKey(true)} />;
  return (
    // Over a page in use it stays while a key is tried; in place of the page it is another one after each try.
    <TokenScreen key={again ? attempt : 0} onToken={onToken}>
      {accounts && (
        <Button variant="subtle" onClick={() => setByKey(false)}>
          {t("signIn.byPassword")}
        </Button>
      )}
    </TokenScreen>
  );
}

function PasswordScreen({ again, onOther }: { again: boolean; onOther: () => void }) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const signedIn = useSignedIn();
  const [login, setLogin] = useState(() => (again ? lastLogin() : ""));
  const [password, setPassword] = useState("");
  const [left, wait] = useSecondsLeft();
  const { mutate, isPending, error } = useMutation<Me, CommandError>({
    // What was sent is a password: nothing is remembered of it.
    gcTime: 0,
    mutationFn: () => beginSession(login.trim(), password),
    onSuccess: signedIn,
    onError: (refusal) => {
      setPassword("");
      wait(secondsOf(refusal));
    },
  });
  const isComplete = login.trim() !== "" && password !== "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete && left === 0 && !isPending) mutate();
  };

  return (
    <Screen title={again ? t("signIn.again") : t("signIn.title")}>
      <Text c="dimmed">{again ? t("signIn.againText") : t("signIn.text")}</Text>
      {wasInvitationLost() && <Text>{t("signIn.invited")}</Text>}
      <form className={classes.form} onSubmit={submit}>
        <div className={classes.fields}>
          <TextInput
            label={t("signIn.login")}
            value={login}
            autoFocus={login === ""}
            data-autofocus={login === "" || undefined}
            data-mantine-stop-propagation="true"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => setLogin(event.currentTarget.value)}
          />
          <PasswordInput
            label={t("signIn.password")}
            value={password}
            autoFocus={login !== ""}
            data-autofocus={login !== "" || undefined}
            data-mantine-stop-propagation="true"
            autoComplete="current-password"
            visibilityToggleButtonProps={{ "aria-label": t("signIn.show") }}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {error && (
            <Text size="sm" className={classes.problem} role="alert">
              <DataText text={describe(error)} />
            </Text>
          )}
          <Button type="submit" loading={isPending} disabled={!isComplete || left > 0}>
            {left > 0 ? t("signIn.wait", { seconds: left }) : t("signIn.submit")}
          </Button>
        </div>
      </form>
      <CompanyButton />
      <Button variant="subtle" onClick={onOther}>
        {t("signIn.byKey")}
      </Button>
    </Screen>
  );
}

/** The person whose session ended need not type their name again. */
function lastLogin(): string {
  const person = currentPerson();
  return person === null || person === NO_ACCOUNT || person === KEY_HOLDER ? "" : person;
}
