/** Changes the person's own password; their other sessions end by it. */
import { Button, Checkbox, PasswordInput, Stack, Text } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../api/hooks";
import { DataText } from "../../components/DataText";
import { useErrorText } from "../../components/useErrorText";
import classes from "./Account.module.css";

export function PasswordForm() {
  const { t } = useTranslation();
  const describe = useErrorText();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [again, setAgain] = useState("");
  const [endTokens, setEndTokens] = useState(false);
  const [isTried, setTried] = useState(false);
  // What was sent are passwords: nothing is remembered of them.
  const { mutate, isPending, isSuccess, error } = useCommandMutation("changePassword", { gcTime: 0 });
  const differs = isTried && again !== next;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (current === "" || next === "" || again !== next || isPending) return;
    mutate(
      { current, new: next, endTokens },
      {
        onSuccess: () => {
          setCurrent("");
          setNext("");
          setAgain("");
          setEndTokens(false);
          setTried(false);
        },
      },
    );
  };
  const toggle = { "aria-label": t("account.password.show") };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Stack gap="sm">
        <PasswordInput
          label={t("account.password.current")}
          autoComplete="current-password"
          value={current}
          visibilityToggleButtonProps={toggle}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <PasswordInput
          label={t("account.password.next")}
          description={t("account.password.rule")}
          autoComplete="new-password"
          value={next}
          visibilityToggleButtonProps={toggle}
          onChange={(event) => setNext(event.currentTarget.value)}
        />
        <PasswordInput
          label={t("account.password.again")}
          autoComplete="new-password"
          value={again}
          error={differs && t("account.password.differs")}
          aria-invalid={differs}
          visibilityToggleButtonProps={toggle}
          onChange={(event) => setAgain(event.currentTarget.value)}
        />
        <Checkbox
          label={t("account.password.endTokens")}
          checked={endTokens}
          onChange={(event) => setEndTokens(event.currentTarget.checked)}
        />
        {error && (
          <Text size="sm" c="var(--cel-bad)" role="alert">
            <DataText text={describe(error)} />
          </Text>
        )}
        {isSuccess && (
          <Text size="sm" role="status">
            {t("account.password.done")}
          </Text>
        )}
        <div className={classes.row}>
          <Button type="submit" loading={isPending} disabled={current === "" || next === ""}>
            {t("account.password.change")}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
