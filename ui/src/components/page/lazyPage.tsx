/**
 * Pages whose script is fetched when they are opened. The caller draws a `Suspense` around them; a page
 * that cannot be fetched says so in its own place, and is tried again when it is next opened.
 */
import { lazy, useEffect, useState, type ComponentType } from "react";
import { fetchTexts, type TextPart } from "../../i18n";
import { PageNotLoaded } from "./PageNotLoaded";

/** A page, and a way to fetch its script before it is drawn. */
export type LazyPage<Props> = ComponentType<Props> & { preload: () => Promise<void> };

/** The page that `load` fetches, and with it the `parts` of the texts that it shows. */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  ...parts: TextPart[]
): LazyPage<Props> {
  // A page that is there already is drawn at once: a fallback, once shown, stays for 300 ms.
  let ready: ComponentType<Props> | null = null;
  const fetchPage = async () => {
    const [page] = await Promise.all([load(), ...parts.map(fetchTexts)]);
    return (ready = page);
  };

  const attempt = () =>
    lazy<ComponentType<Props>>(async () => ({ default: await fetchPage().catch(() => Failure) }));
  let current = attempt();
  const renew = () => {
    current = attempt();
  };

  function Failure() {
    // While this attempt is on screen it stays; what opens the page anew finds another.
    useEffect(() => renew, []);
    return <PageNotLoaded />;
  }

  function Page(props: Props) {
    const [Current] = useState<ComponentType<Props>>(() => ready ?? current);
    return <Current {...props} />;
  }
  const preload = () =>
    fetchPage().then(
      () => undefined,
      () => undefined,
    );
  return Object.assign(Page, { preload });
}
