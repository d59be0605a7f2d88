import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect } from "vitest";

/** Answers the question of this title with staying. */
export async function stayInSheet(title: string) {
  const asked = within(await screen.findByRole("dialog", { name: title }));
  fireEvent.click(asked.getByRole("button", { name: "Ficar na planilha" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}
