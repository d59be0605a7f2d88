import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { showLanguage } from "../../i18n";
import { useActorName } from "./useActorName";

test("a person without a name is told by where it came from, one with a name by that", async () => {
  await showLanguage("pt-BR");
  const { result } = renderHook(() => useActorName());
  expect(["http", "local", "mcp", "unknown", "Rosa"].map(result.current)).toEqual([
    "alguém no navegador",
    "alguém neste computador",
    "o assistente de outro programa",
    "alguém",
    "Rosa",
  ]);
});
