/** The sections of the page, to jump to. The address bar belongs to the router, so these are buttons. */
import { useTranslation } from "react-i18next";
import { useMay } from "../../shared/account/useMe";
import { sectionId } from "./sections/Section";
import { SECTIONS, SECTIONS_OF_ALL } from "./sections/sections";
import classes from "./SettingsPage.module.css";

export function Contents() {
  const { t } = useTranslation();
  const sections = useMay("administer") ? SECTIONS : SECTIONS_OF_ALL;
  const goTo = (id: string) => {
    const section = document.getElementById(sectionId(id));
    section?.scrollIntoView({ block: "start" });
    section?.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
  };
  return (
    <nav className={classes.contents} aria-label={t("settings.contents")}>
      <ul>
        {sections.map((id) => (
          <li key={id}>
            <button type="button" onClick={() => goTo(id)}>
              {t(`settings.section.${id}.title`)}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
