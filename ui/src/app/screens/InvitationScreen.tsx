/** An invited person chooses the password of their account, and is signed in. */
import { Button, PasswordInput, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import type { CommandError } from "../../api/command";
import { acceptInvitation } from "../../api/session";
import { DataText } from "../../components/DataText";
import { useErrorText } from "../../components/useErrorText";
import { forgetInvitation } from "../../host";
import { useSignedIn } from "../../shared/account/session";
import type { Me } from "../../shared/account/useMe";
import { Screen } from "./Screen";
import { secondsOf, useSecondsLeft } from "./useSecondsLeft";
import classes from "./Screen.module.css";

export function InvitationScreen({ secret }: { secret: string }) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const signedIn = useSignedIn();
  const [password, setPassword] = useState("");
  const [again, setAgain] = useState("");
  const [isTried, setTried] = useState(false);
  const [left, wait] = useSecondsLeft();
  const { mutate, isPending, error } = useMutation<Me, CommandError>({
    gcTime: 0,
    mutationFn: () => acceptInvitation(secret, password),
    onSuccess: (me) => {
      forgetInvitation();
      signedIn(me);
    },
    onError: (refusal) => wait(secondsOf(refusal)),
  });
  const differs = isTried && again !== password;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (password !== "" && again === password && left === 0 && !isPending) mutate();
  };
  const toggle = { "aria-label": t("signIn.show") };

  return (
    <Screen title={t("invitation.title")}>
      <Text c="dimmed">{t("invitation.text")}</Text>
      <form className={classes.form} onSubmit={submit} noValidate>
        <div className={classes.fields}>
          <PasswordInput
            label={t("invitation.password")}
            description={t("invitation.rule")}
            value={password}
            autoFocus
            data-autofocus
            data-mantine-stop-propagation="true"
            autoComplete="new-password"
            visibilityToggleButtonProps={toggle}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <PasswordInput
            label={t("invitation.again")}
            value={again}
            data-mantine-stop-propagation="true"
            autoComplete="new-password"
            error={differs && t("invitation.differs")}
            aria-invalid={differs}
            visibilityToggleButtonProps={toggle}
            onChange={(event) => setAgain(event.currentTarget.value)}
          />
          {error && (
            <Text size="sm" className={classes.problem} role="alert">
              <DataText text={describe(error)} />
            </Text>
          )}
          <Button type="submit" loading={isPending} disabled={password === "" || left > 0}>
            {left > 0 ? t("signIn.wait", { seconds: left }) : t("invitation.submit")}
          </Button>
        </div>
      </form>
      <Button variant="subtle" onClick={forgetInvitation}>
        {t("invitation.later")}
      </Button>
    </Screen>
  );
}
