/** Another person saved first: their version beside the fields, which still hold this one, and the choice. */
import { Button, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import desk from "../desk.module.css";

type Props = {
  /** What they saved. */
  children: ReactNode;
  onTheirs: () => void;
  onMine: () => void;
};

export function TheirVersion({ children, onTheirs, onMine }: Props) {
  const { t } = useTranslation();
  return (
    <section className={desk.effect} aria-label={t("recordForm.theirs")}>
      <Text fw={600}>{t("recordForm.theirs")}</Text>
      {children}
      <Group mt={8}>
        <Button size="xs" variant="default" onClick={onTheirs}>
          {t("recordForm.takeTheirs")}
        </Button>
        <Button size="xs" variant="default" onClick={onMine}>
          {t("recordForm.keepMine")}
        </Button>
      </Group>
    </section>
  );
}
