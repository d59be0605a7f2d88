/** All keys at a glance. */
import { Kbd, Table } from "@mantine/core";
import { useTranslation } from "react-i18next";

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

export function ShortcutTable() {
  const { t } = useTranslation();
  return (
    <Table verticalSpacing={6} horizontalSpacing={0}>
      <Table.Tbody>
        {KEYS.map(({ keys, text }) => (
          <Table.Tr key={text + keys.join()}>
            <Table.Td w={116}>
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
    </Table>
  );
}
