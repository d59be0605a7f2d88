/** The keys of the sheet, at hand where they are used. */
import { ActionIcon, Kbd, Popover } from "@mantine/core";
import { IconKeyboard } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FocusPopover } from "../../../../../components/popover/FocusPopover";
import classes from "./GridHelp.module.css";
import { GRID_KEYS } from "../../../../../shared/look/gridKeys";

export function GridHelp() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <FocusPopover opened={opened} onChange={setOpened} position="top-end" width={360}>
      <Popover.Target>
        <ActionIcon
          size={26}
          onClick={() => setOpened(!opened)}
          aria-label={t("grid.keys")}
          title={t("grid.keys")}
        >
          <IconKeyboard size={17} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <dl className={classes.keys} tabIndex={0} aria-label={t("grid.keys")}>
          {GRID_KEYS.map(({ keys, text }) => (
            <div key={text}>
              <dt>
                {keys.map((key) => (
                  <Kbd key={key} size="xs" mr={3}>
                    {key}
                  </Kbd>
                ))}
              </dt>
              <dd>{t(`shortcuts.${text}`)}</dd>
            </div>
          ))}
        </dl>
      </Popover.Dropdown>
    </FocusPopover>
  );
}
