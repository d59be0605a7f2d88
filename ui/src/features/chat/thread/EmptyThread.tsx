/** Before the first message: what can be asked here, with examples to press. */
import { Kbd, Text, Title, UnstyledButton } from "@mantine/core";
import { IconMessage2 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import empty from "../../../components/page/EmptyStates.module.css";

const EXAMPLES = ["1", "2", "3", "4"] as const;

export function EmptyThread({ onPick }: { onPick: (question: string) => void }) {
  const { t } = useTranslation();
  return (
    <div className={empty.welcome}>
      <Title order={2} className={empty.title}>
        {t("chatEmpty.title")}
      </Title>
      <Text c="dimmed" className={empty.text}>
        {t("chatEmpty.text")}
      </Text>
      <h3 className={empty.label}>{t("welcome.examples")}</h3>
      <ul className={empty.examples}>
        {EXAMPLES.map((number) => {
          const example = t(`chatEmpty.example.${number}`);
          return (
            <li key={number}>
              <UnstyledButton className={empty.example} onClick={() => onPick(example)}>
                <IconMessage2 size={16} aria-hidden />
                {example}
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
      <ul className={empty.keys}>
        <li>
          <Kbd size="xs">Enter</Kbd> {t("shortcuts.send")}
        </li>
        <li>
          <Kbd size="xs">/</Kbd> {t("composer.command.list")}
        </li>
        <li>
          <Kbd size="xs">Esc</Kbd> {t("shortcuts.stop")}
        </li>
        <li>
          <Kbd size="xs">Alt N</Kbd> {t("shortcuts.newConversation")}
        </li>
      </ul>
    </div>
  );
}
