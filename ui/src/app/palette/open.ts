/** Opening the palette from anywhere; the store is Spotlight's own. */
import { spotlight } from "@mantine/spotlight";

export function openPalette(): void {
  spotlight.open();
}
