/** A page of several parts, one at a time: each has an address, so that a link and "back" find it again. */
import { useDocumentTitle } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { Navigate, NavLink, Route, Routes } from "react-router";
import classes from "./TabbedPage.module.css";

export type PageTab = {
  /** The last part of the address. */
  path: string;
  /** Already translated. */
  label: string;
  element: React.ReactNode;
};

type Props = { title: string; base: string; tabs: readonly PageTab[] };

export function TabbedPage({ title, base, tabs }: Props) {
  const { t } = useTranslation();
  useDocumentTitle(`${title} · Celeiro`);

  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>{title}</h1>
        <nav aria-label={t("shell.parts", { page: title })}>
          <ul className={classes.tabs}>
            {tabs.map(({ path, label }) => (
              <li key={path}>
                <NavLink to={`${base}/${path}`} className={classes.tab}>
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <div className={classes.body}>
        <Routes>
          {tabs.map(({ path, element }) => (
            <Route key={path} path={`${path}/*`} element={element} />
          ))}
          <Route path="*" element={<Navigate to={`${base}/${tabs[0]?.path ?? ""}`} replace />} />
        </Routes>
      </div>
    </div>
  );
}
