/**
 * The one way out of the page: an address is opened outside, after the person has seen it
 * (components/Markdown asks). In the window a command hands it to the system, for the window itself
 * neither leaves its page nor opens another.
 */
import { invoke } from "./core";
import { hostKind } from "./kind";

/** @throws where the window has no such command or the system refuses. */
export async function openAddress(address: URL): Promise<void> {
  if (hostKind() === "window") {
    await invoke("open_address", { req: { address: address.href } });
    return;
  }
  window.open(address.href, "_blank", "noopener,noreferrer");
}
