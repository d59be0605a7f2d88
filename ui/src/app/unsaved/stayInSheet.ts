import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect } from "vitest";

/** Clicks "stay in the sheet" in the dialog of this title, for tests of unsaved cells. */
export async function stayInSheet(title: string) {
  const asked = within(await screen.findByRole("dialog", { name: title }));
  fireEvent.click(asked.getByRole("button", { name: "Ficar na planilha" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}
