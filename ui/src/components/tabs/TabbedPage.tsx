/** A page of several parts, one at a time: each has an address, so that a link and "back" find it again. */
import { useDocumentTitle } from "@mantine/hooks";
import { Suspense, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, NavLink, Route, Routes, useLocation } from "react-router";
import { Waiting } from "../Waiting";
import classes from "./TabbedPage.module.css";

export type PageTab = {
  /** The last part of the address. */
  path: string;
  /** Already translated. */
  label: string;
  element: React.ReactNode;
};

type Props = {
  title: string;
  base: string;
  tabs: readonly PageTab[];
  /** Stands over whichever tab is open. */
  notice?: React.ReactNode;
};

export function TabbedPage({ title, base, tabs, notice }: Props) {
  const { t } = useTranslation();
  useDocumentTitle(`${title} · Celeiro`);
  const { pathname } = useLocation();
  const list = useRef<HTMLUListElement>(null);
  // Where the tabs do not all fit, the one that is open is seen.
  useEffect(() => {
    const open = list.current?.querySelector<HTMLElement>("[aria-current=page]");
    if (!open || !list.current) return;
    const { offsetLeft, offsetWidth } = open;
    list.current.scrollLeft = offsetLeft + offsetWidth / 2 - list.current.clientWidth / 2;
  }, [pathname]);

  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>{title}</h1>
        <nav aria-label={t("shell.parts", { page: title })}>
          <ul ref={list} className={classes.tabs}>
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
      {notice}
      <div className={classes.body}>
        <Suspense fallback={<Waiting h={240} />}>
          <Routes>
            {tabs.map(({ path, element }) => (
              <Route key={path} path={`${path}/*`} element={element} />
            ))}
            <Route path="*" element={<Navigate to={`${base}/${tabs[0]?.path ?? ""}`} replace />} />
          </Routes>
        </Suspense>
      </div>
    </div>
  );
}
