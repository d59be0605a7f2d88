/** The command palette: one field for every action, opened with Ctrl+K from anywhere. */
import { Kbd, Text } from "@mantine/core";
import { Spotlight } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../components/DataText";
import { fold } from "../../lib/text/text";
import classes from "./Palette.module.css";
import { returnFirstFocus } from "./open";
import { useActions, type Action, type ActionGroup } from "./useActions";

/** Spotlight gives the focus back as it closes; an action that moves the focus waits for that. */
const AFTER_CLOSING_MS = 60;

export function Palette({ onHelp }: { onHelp: () => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const groups = matching(useActions(typed, onHelp), typed);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(closing.current), []);

  return (
    <Spotlight.Root
      query={typed}
      onQueryChange={setTyped}
      onSpotlightClose={() => {
        closing.current = setTimeout(returnFirstFocus, AFTER_CLOSING_MS);
      }}
      // The shell has the key, for it is there before the palette is.
      shortcut={null}
      scrollable
      maxHeight={420}
      lockScroll={false}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      radius="lg"
      size={560}
      attributes={{ content: { "aria-label": t("palette.open") } }}
    >
      <Spotlight.Search
        placeholder={t("palette.placeholder")}
        aria-label={t("palette.placeholder")}
        leftSection={<IconSearch size={18} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {groups.map((group) => (
          <Spotlight.ActionsGroup key={group.id} label={group.label}>
            {group.actions.map((action) => (
              <PaletteAction key={action.id} action={action} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && <Spotlight.Empty>{t("palette.nothing")}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function PaletteAction({ action }: { action: Action }) {
  const { icon: Icon } = action;
  return (
    <Spotlight.Action onClick={() => setTimeout(action.run, AFTER_CLOSING_MS)}>
      <div className={classes.action}>
        <Icon size={18} stroke={1.7} aria-hidden />
        <Text component="span" size="sm" truncate>
          {action.fromData ? <DataText text={action.label} /> : action.label}
        </Text>
        {action.shortcut && (
          <Kbd size="xs" ml="auto">
            {action.shortcut}
          </Kbd>
        )}
      </div>
    </Spotlight.Action>
  );
}

/** Filters the palette's actions by the typed words, in any order, accents and case aside. */
function matching(groups: ActionGroup[], typed: string): ActionGroup[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  return groups
    .map((group) => ({
      ...group,
      actions: group.actions.filter(
        ({ label, always }) => always || words.every((word) => fold(label).includes(word)),
      ),
    }))
    .filter((group) => group.actions.length > 0);
}
