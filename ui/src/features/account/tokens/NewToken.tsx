/** Makes an API token, and shows its secret once. */
import { Button, Checkbox, Group, NumberInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../api/hooks";
import { useFormats } from "../../../i18n/language";
import { SendForm } from "../../../shared/forms/SendForm";
import { useMe, type Access } from "../../../shared/account/useMe";
import { SecretOnce } from "../SecretOnce";

const USUAL_DAYS = 90;
const MOST_DAYS = 366;
const MOST_NAME_CHARS = 100;

export function NewToken({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [name, setName] = useState("");
  const [days, setDays] = useState<number | string>(USUAL_DAYS);
  const [scopes, setScopes] = useState<string[]>(["read"]);
  const granted = useMe().data?.access.filter((one) => one !== "open") ?? [];
  const { mutate, isPending, error, data } = useCommandMutation("createToken", { gcTime: 0 });
  if (data) {
    return (
      <>
        <SecretOnce
          text={t("account.tokens.made", {
            name: data.token.name,
            until: formats.date(data.token.expiresAt),
          })}
          secret={data.secret}
          copyLabel={t("account.tokens.copy")}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            {t("action.close")}
          </Button>
        </Group>
      </>
    );
  }
  const isInRange = typeof days === "number" && days >= 1 && days <= MOST_DAYS;
  const chosen = granted.filter((one) => scopes.includes(one));
  const send = () =>
    mutate({ name: name.trim(), scopes: chosen, days: typeof days === "number" ? days : USUAL_DAYS });
  return (
    <SendForm
      sendLabel={t("account.tokens.make")}
      complete={name.trim() !== "" && chosen.length > 0 && isInRange}
      sending={isPending}
      error={error}
      onSend={send}
      onClose={onClose}
    >
      <TextInput
        label={t("account.tokens.name")}
        description={t("account.tokens.nameText")}
        maxLength={MOST_NAME_CHARS}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Checkbox.Group
        label={t("account.tokens.scopes")}
        description={t("account.tokens.scopesText")}
        value={scopes}
        onChange={setScopes}
      >
        <Scopes granted={granted} />
      </Checkbox.Group>
      <NumberInput
        label={t("account.tokens.days")}
        description={t("account.tokens.daysText", { most: MOST_DAYS })}
        min={1}
        max={MOST_DAYS}
        allowDecimal={false}
        value={days}
        onChange={setDays}
      />
    </SendForm>
  );
}

function Scopes({ granted }: { granted: readonly Exclude<Access, "open">[] }) {
  const { t } = useTranslation();
  return (
    <Group gap="sm" mt={6}>
      {granted.map((one) => (
        <Checkbox key={one} value={one} label={t(`account.access.${one}`)} />
      ))}
    </Group>
  );
}
