/** The way to the people of the team, for those who look after them. */
import { Button } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Section } from "./Section";

export function TeamSection() {
  const { t } = useTranslation();
  return (
    <Section id="team" title={t("settings.section.team.title")} text={t("settings.section.team.text")}>
      <Button component={Link} to="/team" variant="default" leftSection={<IconUsers size={17} aria-hidden />}>
        {t("settings.section.team.open")}
      </Button>
    </Section>
  );
}
