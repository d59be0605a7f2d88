/** Light, dark, or as the system has it. */
import { useMantineColorScheme } from "@mantine/core";

export type ThemeChoice = "light" | "dark" | "system";
export const THEME_CHOICES: readonly ThemeChoice[] = ["light", "dark", "system"];

export function useThemeChoice(): { choice: ThemeChoice; choose: (choice: ThemeChoice) => void } {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return {
    choice: colorScheme === "auto" ? "system" : colorScheme,
    choose: (choice) => setColorScheme(choice === "system" ? "auto" : choice),
  };
}
