/** A password that is to hold from now on, twice; what is wrong with it stands at its field once it was tried. */
import { PasswordInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { usePasswordProblem } from "./usePasswordProblem";

/** The state of {@link NewPasswordFields}, for the form around it. */
export function useNewPassword() {
  const { t } = useTranslation();
  const [password, setPassword] = useState("");
  const [again, setAgain] = useState("");
  const weak = usePasswordProblem(password);
  const differs = again !== password ? t("personal.vault.new.differs") : undefined;
  return { password, setPassword, again, setAgain, weak, differs, isGood: !weak && !differs };
}

type Props = { label: string; isTried: boolean; fields: ReturnType<typeof useNewPassword> };

export function NewPasswordFields({ label, isTried, fields }: Props) {
  const { t } = useTranslation();
  const { password, again, weak, differs } = fields;
  const toggle = { "aria-label": t("personal.vault.show") };
  return (
    <>
      <PasswordInput
        label={label}
        description={isTried && weak ? undefined : t("personal.vault.rule")}
        autoComplete="new-password"
        value={password}
        error={isTried && weak}
        aria-invalid={isTried && weak !== undefined}
        onChange={(event) => fields.setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={toggle}
      />
      <PasswordInput
        label={t("personal.vault.new.again")}
        autoComplete="new-password"
        value={again}
        error={isTried && differs}
        aria-invalid={isTried && differs !== undefined}
        onChange={(event) => fields.setAgain(event.currentTarget.value)}
        visibilityToggleButtonProps={toggle}
      />
    </>
  );
}
