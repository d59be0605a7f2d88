/** The frame around every page: navigation at the side (below on a phone), the page in the main pane. */
import { Button, Text } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { Suspense, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, Route, Routes, useNavigate } from "react-router";
import type { Status } from "../../api/types";
import { ToastArea } from "../../components/toast/ToastArea";
import { Waiting } from "../../components/Waiting";
import { useNewItem } from "../../features/catalog/useNewItem";
import { useMay } from "../../shared/account/useMe";
import { useWaiting } from "../../shared/personal/state";
import { useEver } from "../../lib/hooks/useEver";
import { Navigation } from "./Navigation";
import { togglePalette, usePaletteAsked } from "../palette/open";
import {
  AccountPage,
  BenchPage,
  CatalogPage,
  ChatPage,
  FiredReminders,
  FreshReports,
  Palette,
  PersonalPage,
  SearchPage,
  SettingsPage,
  ShortcutsHelp,
  TeamPage,
  VaultQuestion,
} from "../lazyPages";
import classes from "./Shell.module.css";

type Props = {
  status: Status;
  connectionLost: boolean;
  /** The program answers, and says that its database does not. */
  databaseLost: boolean;
  onRetry: () => void;
};

/** After the first screen the palette is fetched ahead of its first use. Milliseconds. */
const PALETTE_AFTER_MS = 2_000;

export function Shell({ status, connectionLost, databaseLost, onRetry }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const main = useRef<HTMLElement>(null);
  const [helpOpen, help] = useDisclosure(false);
  const everHelped = useEver(helpOpen);
  useHotkeys([
    ["shift+?", help.open],
    ["?", help.open],
  ]);
  const paletteAsked = usePaletteAsked();
  useEffect(() => {
    const timer = setTimeout(() => void Palette.preload(), PALETTE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const waiting = useWaiting();
  const fired = waiting?.fired ?? [];
  const isOwner = useMay("personal");
  const reports = isOwner ? (waiting?.reports ?? []) : [];
  const newItem = useNewItem();
  useHotkeys(
    [
      ["mod+K", togglePalette],
      ["alt+C", () => void navigate("/chat"), { usePhysicalKeys: true }],
      ["alt+I", newItem, { usePhysicalKeys: true }],
    ],
    [],
  );

  return (
    <div className={classes.shell}>
      {/* A button, not a link: the address's fragment belongs to the routes. */}
      <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
        {t("shell.skip")}
      </button>
      <Navigation status={status} connectionLost={connectionLost} />
      <main ref={main} tabIndex={-1} className={classes.main}>
        {connectionLost && (
          <div className={classes.lost} role="alert">
            <IconPlugConnectedX size={18} aria-hidden />
            <Text size="sm">{databaseLost ? t("shell.databaseLost") : t("shell.connectionLost")}</Text>
            <Button size="compact-xs" variant="default" onClick={onRetry}>
              {t("action.retry")}
            </Button>
          </div>
        )}
        <div className={classes.page}>
          <Suspense fallback={<Waiting h={240} />}>
            <Routes>
              <Route
                path="/chat"
                element={
                  <ChatPage status={status} connectionLost={connectionLost} VaultQuestion={VaultQuestion} />
                }
              />
              <Route path="/search" element={<SearchPage key="items" kind="items" status={status} />} />
              <Route path="/faq" element={<SearchPage key="faqs" kind="faqs" status={status} />} />
              <Route path="/catalog/*" element={<CatalogPage />} />
              <Route path="/bench/*" element={<BenchPage />} />
              <Route path="/assistant/*" element={<PersonalPage />} />
              <Route path="/settings" element={<SettingsPage status={status} />} />
              <Route path="/account" element={<AccountPage />} />
              <Route path="/team/*" element={<TeamPage />} />
              <Route path="*" element={<Navigate to="/search" replace />} />
            </Routes>
          </Suspense>
        </div>
      </main>
      <ToastArea />
      <Suspense>
        {paletteAsked && <Palette onHelp={help.open} />}
        {fired.length > 0 && <FiredReminders fired={fired} />}
        {reports.length > 0 && <FreshReports reports={reports} />}
        {everHelped && <ShortcutsHelp opened={helpOpen} onClose={help.close} />}
      </Suspense>
    </div>
  );
}
