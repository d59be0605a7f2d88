/** What the box for the next message can do. */
import { Kbd, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../../components/Dialog";
import { useLanguage } from "../../../../i18n/language";
import { usePersonalState } from "../../../../shared/personal/state";
import { listCommands, takesArgument } from "./commands";
import classes from "./CommandHelp.module.css";

type Props = { opened: boolean; onClose: () => void };

export function CommandHelp({ opened, onClose }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isPersonalOn = usePersonalState().data?.on === true;
  return (
    <Dialog opened={opened} onClose={onClose} title={t("composer.command.help.title")} size="lg">
      <Text size="sm">{t("composer.command.help.ask")}</Text>
      <dl className={classes.commands}>
        {listCommands(isPersonalOn).map(({ id, names }) => (
          <div key={id} className={classes.command}>
            <dt>
              <b>/{names[language]}</b> {takesArgument(id) && t(`composer.command.argument.${id}`)}
            </dt>
            <dd>
              {t(`composer.command.about.${id}`)}
              {takesArgument(id) && <code>{t(`composer.command.example.${id}`)}</code>}
            </dd>
          </div>
        ))}
      </dl>
      <Text size="sm">{t("composer.command.help.text")}</Text>
      <Text size="sm" c="dimmed" mt="sm">
        <Kbd size="xs">Enter</Kbd> {t("shortcuts.send")} · <Kbd size="xs">Shift Enter</Kbd>{" "}
        {t("composer.command.help.line")} · <Kbd size="xs">Esc</Kbd> {t("shortcuts.stop")}
      </Text>
    </Dialog>
  );
}
