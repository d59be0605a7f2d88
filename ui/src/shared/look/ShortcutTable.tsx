/** All keys at a glance, by where they are of use. */
import { Kbd, Table } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { CATALOG_KEYS, GRID_KEYS } from "./gridKeys";

const KEYS = [
  { keys: ["Ctrl", "K"], text: "palette" },
  { keys: ["/"], text: "focus" },
  { keys: ["Ctrl", "F"], text: "focus" },
  { keys: ["↓", "J"], text: "next" },
  { keys: ["↑", "K"], text: "previous" },
  { keys: ["Enter"], text: "open" },
  { keys: ["I"], text: "inspect" },
  { keys: ["Shift", "I"], text: "whole" },
  { keys: ["Esc"], text: "close" },
  { keys: ["Alt", "C"], text: "chat" },
  { keys: ["Alt", "N"], text: "newConversation" },
  { keys: ["Enter"], text: "send" },
  { keys: ["Esc"], text: "stop" },
  { keys: ["?"], text: "help" },
] as const;

const GROUPS = [
  { id: "general", entries: KEYS },
  { id: "form", entries: CATALOG_KEYS },
  { id: "sheet", entries: GRID_KEYS },
] as const;

export function ShortcutTable() {
  const { t } = useTranslation();
  return (
    <Table verticalSpacing={6} horizontalSpacing={0}>
      {GROUPS.map(({ id, entries }) => (
        <Table.Tbody key={id}>
          <Table.Tr>
            <Table.Th colSpan={2} scope="rowgroup" c="dimmed">
              {t(`shortcuts.group.${id}`)}
            </Table.Th>
          </Table.Tr>
          {entries.map(({ keys, text }) => (
            <Table.Tr key={text + keys.join()}>
              <Table.Td w={136}>
                {keys.map((key) => (
                  <Kbd key={key} size="xs" mr={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
              <Table.Td>{t(`shortcuts.${text}`)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      ))}
    </Table>
  );
}
