/** What is wrong with a new password, by the program's own rule: 10 to 200 characters, five of them different. */
import { useTranslation } from "react-i18next";

const FEWEST = 10;
const MOST = 200;
const FEWEST_DIFFERENT = 5;

export function usePasswordProblem(password: string): string | undefined {
  const { t } = useTranslation();
  const characters = Array.from(password);
  const isFine =
    characters.length >= FEWEST && characters.length <= MOST && new Set(characters).size >= FEWEST_DIFFERENT;
  return isFine ? undefined : t("personal.vault.rule");
}
