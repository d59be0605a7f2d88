/** Makes the vault: what it is, what a forgotten password costs, and the password twice. */
import { Button, Checkbox, Text, Title } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { useErrorText } from "../../../components/useErrorText";
import classes from "./vault.module.css";
import { NewPasswordFields, useNewPassword } from "./NewPasswordFields";
import type { OpenedVault } from "./useVault";

export function NewVault({ onOpen }: { onOpen: (opened: OpenedVault) => void }) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const fields = useNewPassword();
  const [isAgreed, setAgreed] = useState(false);
  const [isTried, setTried] = useState(false);
  const { mutate, isPending, error } = useCommandMutation("createVault", { gcTime: 0, onAnswer: onOpen });
  const make = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!fields.isGood || !isAgreed || isPending) return;
    mutate({ password: fields.password });
  };
  return (
    <form className={classes.door} onSubmit={make} aria-label={t("personal.vault.new.title")} noValidate>
      <Title order={2} size="h4">
        {t("personal.vault.new.title")}
      </Title>
      <Text>{t("personal.vault.new.text")}</Text>
      <Text fw={600}>{t("personal.vault.new.warning")}</Text>
      <NewPasswordFields label={t("personal.vault.password")} isTried={isTried} fields={fields} />
      <Checkbox
        label={t("personal.vault.new.agree")}
        checked={isAgreed}
        error={isTried && !isAgreed && t("personal.vault.new.agreeNeeded")}
        onChange={(event) => setAgreed(event.currentTarget.checked)}
      />
      {error && (
        <Text size="sm" c="var(--cel-bad)" role="alert">
          <DataText text={describe(error)} />
        </Text>
      )}
      <Button type="submit" loading={isPending}>
        {t("personal.vault.new.make")}
      </Button>
    </form>
  );
}
