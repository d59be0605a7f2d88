import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { beforeAll, expect, test } from "vitest";
import { showLanguage } from "../../i18n";
import { lazyPage } from "./lazyPage";

beforeAll(() => showLanguage("pt-BR"));

/** A page whose script comes only while `there()` holds, and how often it was asked for. */
function pageThat(there: () => boolean) {
  const asked = { times: 0 };
  const Page = lazyPage(() => {
    asked.times += 1;
    return there()
      ? Promise.resolve(({ name }: { name: string }) => <h1>{name}</h1>)
      : Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
  });
  const open = () =>
    render(
      <MantineProvider env="test">
        <Suspense fallback="…">
          <Page name="Bancada" />
        </Suspense>
      </MantineProvider>,
    );
  return { Page, open, asked };
}

test("a page that does not come says so, and is asked for again when it is opened again", async () => {
  let there = false;
  const { open, asked } = pageThat(() => there);
  const { unmount } = open();
  expect(await screen.findByRole("alert")).toHaveTextContent("Esta página não pôde ser carregada");
  expect(screen.getByRole("button", { name: "Recarregar" })).toBeEnabled();
  expect(asked.times).toBe(1);
  unmount();

  there = true;
  open();
  expect(await screen.findByRole("heading", { name: "Bancada" })).toBeInTheDocument();
  expect(asked.times).toBe(2);
});

test("a page that was fetched before is drawn at once", async () => {
  const { Page, open, asked } = pageThat(() => true);
  await Page.preload();
  open();
  expect(screen.getByRole("heading", { name: "Bancada" })).toBeInTheDocument();
  expect(asked.times).toBe(1);
});
