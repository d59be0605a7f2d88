/** The server wants a token that the address did not carry: where to find it, and a field for it. */
import { Button, PasswordInput, Text } from "@mantine/core";
import { useState, type FormEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { saveToken, storedToken } from "../../host";
import { Screen } from "./Screen";
import classes from "./Screen.module.css";

/** `children`: another way to come in. */
export function TokenScreen({ onToken, children }: { onToken: () => void; children?: ReactNode }) {
  const { t } = useTranslation();
  const [token, setToken] = useState("");
  // This screen is there because the server refused what was sent: with a key, it was a wrong one.
  const [isWrong] = useState(() => storedToken() !== null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (token.trim() === "") return;
    saveToken(token.trim());
    onToken();
  };

  return (
    <Screen title={t("token.title")}>
      <Text c="dimmed">{t("token.text")}</Text>
      <form className={classes.form} onSubmit={submit}>
        <PasswordInput
          label={t("token.label")}
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
          data-mantine-stop-propagation="true"
          error={isWrong && token === "" && t("token.wrong")}
          inputContainer={(field) => (
            <div className={classes.entry}>
              {field}
              <Button type="submit" disabled={token.trim() === ""}>
                {t("token.submit")}
              </Button>
            </div>
          )}
        />
      </form>
      {children}
    </Screen>
  );
}
