/** How the assistant speaks in a conversation: a persona, or what the settings say. */
import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Data } from "../../../api/command";
import { useCommandMutation, useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { useErrorText } from "../../../components/useErrorText";
import classes from "./About.module.css";

type Persona = Data<"getConversationPersona">["speaks"];

/** The choice that leaves it to the settings. */
const USUAL = "";

export function PersonaControl({ conversationId: id }: { conversationId: string }) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const { data } = useCommandQuery("getConversationPersona", { id });
  const { mutate, isPending, error } = useCommandMutation("setConversationPersona");
  if (!data) return null;
  const nameOf = (persona: Persona) => t(`conversations.persona.${persona}`);
  const choose = (value: string) => {
    const persona = data.offered.find((one) => one === value) ?? null;
    mutate({ id, persona, operationId: crypto.randomUUID() });
  };
  // One that was switched off since does not speak, and cannot be chosen.
  const chosen = data.offered.find((one) => one === data.persona) ?? USUAL;
  return (
    <NativeSelect
      className={classes.persona}
      size="xs"
      variant="unstyled"
      aria-label={t("conversations.persona.label")}
      title={t("conversations.persona.label")}
      value={chosen}
      disabled={isPending}
      error={error && <DataText text={describe(error)} />}
      data={[
        { value: USUAL, label: t("conversations.persona.usual", { name: nameOf(data.usual) }) },
        ...data.offered.map((one) => ({ value: one, label: nameOf(one) })),
      ]}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
}
