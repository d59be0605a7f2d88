import { render, screen, waitFor } from "@testing-library/react";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { expect, test } from "vitest";
import { hostLanguage } from "../host/language";
import { changeLanguage, useLanguage } from "./language";
import { showLanguage } from ".";

/** Notes the language of requests whenever it is drawn in another one. */
function Page({ drawn }: { drawn: string[] }) {
  const { t } = useTranslation();
  drawn.push(`${useLanguage()}: ${hostLanguage()}`);
  return <p>{t("action.cancel")}</p>;
}

test("a page drawn in another language asks for its answers in that language", async () => {
  await showLanguage("pt-BR");
  const drawn: string[] = [];
  const heard: string[] = [];
  render(<Page drawn={drawn} />);
  const note = (language: string) => heard.push(`${language}: ${hostLanguage()}`);
  i18next.on("languageChanged", note);
  await changeLanguage("en");
  await waitFor(() => expect(screen.getByText("Cancel")).toBeVisible());
  i18next.off("languageChanged", note);
  expect(heard).toEqual(["en: en"]);
  expect(drawn.filter((line) => line.startsWith("en"))).not.toContain("en: pt-BR");
  expect(document.documentElement.lang).toBe("en");
});
