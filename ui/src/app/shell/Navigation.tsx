/** Pages, palette, status and the two quick choices. A column, a rail or a bottom bar, by width. */
import { Kbd, Text, UnstyledButton } from "@mantine/core";
import { IconCommand } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { NavLink, useLocation } from "react-router";
import type { Status } from "../../api/types";
import { Logo } from "../../components/Logo";
import { useUnsavedCount } from "../../features/catalog/unsaved/useUnsavedCount";
import { useWaitingCount } from "../../shared/personal/state";
import { AccountButton } from "../../features/account/AccountButton";
import { StatusButton } from "../../features/status/StatusButton";
import { ITEMS_PATH } from "../../shared/catalog/address";
import { openPalette } from "../palette/open";
import type { PageId } from "../pages";
import { QuickChoices } from "./QuickChoices";
import { UnsavedBadge } from "./UnsavedBadge";
import { usePages } from "../usePages";
import { WaitingBadge } from "./WaitingBadge";
import classes from "./Navigation.module.css";

type Props = { status: Status; connectionLost: boolean };

export function Navigation({ status, connectionLost }: Props) {
  const { t } = useTranslation();
  const addressOf = useLastAddresses();
  const pages = usePages();
  const waiting = useWaitingCount();
  const unsaved = useUnsavedCount();
  // The sheet itself says what waits for a person, cell by cell.
  const { pathname } = useLocation();
  const onSheet = pathname === ITEMS_PATH;
  // Likewise the pages of the catalog name the forms that wait.
  const inCatalog = pathname.startsWith("/catalog");
  const isSaid = (unsaved.held + unsaved.others > 0 && !onSheet) || (unsaved.drafts > 0 && !inCatalog);
  /** The words in sight first: speech control goes by them. */
  const nameOf = (page: PageId, mark: string) => {
    const name = [t(`page.${page}.nav`)];
    if (page === "catalog" && unsaved.count > 0) name.push(unsaved.text);
    if (page === "assistant" && waiting > 0) name.push(t("page.assistant.waiting", { count: waiting }));
    return name.join(mark);
  };

  return (
    <nav className={classes.nav} aria-label={t("shell.navigation")}>
      <div className={classes.brand}>
        <Logo />
        <span className={classes.name}>Celeiro</span>
      </div>
      <UnstyledButton
        className={classes.command}
        onClick={openPalette}
        title={t("palette.open")}
        aria-keyshortcuts="Control+K"
      >
        <IconCommand size={18} aria-hidden />
        <span className={classes.label}>{t("palette.open")}</span>
        {/* No text of the button: speech control would have to say the keys as a part of its name. */}
        <span className={classes.keys} aria-hidden>
          <Kbd size="xs" data-keys="Ctrl K" />
        </span>
      </UnstyledButton>
      <ul className={classes.pages}>
        {pages.map(({ id, path, icon: Icon }) => (
          <li key={id}>
            <NavLink
              to={addressOf(path)}
              className={classes.link}
              title={nameOf(id, ": ")}
              // Not put together from what is inside: between its boxes there would be a space before the comma.
              aria-label={nameOf(id, ", ")}
            >
              <Icon size={20} stroke={1.8} aria-hidden />
              <Text component="span" inherit className={classes.label}>
                {t(`page.${id}.nav`)}
              </Text>
              {id === "assistant" && <WaitingBadge count={waiting} />}
              {id === "catalog" && <UnsavedBadge unsaved={unsaved} />}
            </NavLink>
          </li>
        ))}
      </ul>
      <div className="visually-hidden" aria-live="polite">
        {isSaid && unsaved.text}
      </div>
      <div className={classes.foot}>
        <AccountButton />
        <StatusButton status={status} connectionLost={connectionLost} />
        <QuickChoices />
      </div>
    </nav>
  );
}

/** Coming back to a page finds it as it was left, with its query and filters. */
function useLastAddresses(): (path: string) => string {
  const { pathname, search } = useLocation();
  const last = useRef(new Map<string, string>());
  useEffect(() => {
    last.current.set(pathname, search);
  }, [pathname, search]);

  return (path) => path + (path === pathname ? search : (last.current.get(path) ?? ""));
}
