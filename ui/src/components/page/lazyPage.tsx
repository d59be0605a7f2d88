/**
 * Pages whose script is fetched when they are opened. The caller draws a `Suspense` around them; a page
 * that cannot be fetched says so in its own place and is tried again, by itself and when it is next opened.
 */
import { lazy, useEffect, useState, type ComponentType } from "react";
import { fetchTexts, type TextPart } from "../../i18n";
import { pause } from "../../lib/pause";
import { reloadIfServed } from "./reload";
import { PageNotLoaded } from "./PageNotLoaded";

/** Between two attempts to fetch a page that did not come: at first, and at most. Milliseconds. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 15_000;

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

  function Failure(props: Props) {
    const [Late, setLate] = useState<ComponentType<Props> | null>(null);
    // While this attempt is on screen it stays; what opens the page anew finds another.
    useEffect(() => renew, []);
    useEffect(() => fetchUntilThere(fetchPage, (page) => setLate(() => page)), []);
    return Late ? <Late {...props} /> : <PageNotLoaded />;
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

/** Tries again until the server is back; ends with the page, or with the function that it returns. */
function fetchUntilThere<Fetched>(fetchPage: () => Promise<Fetched>, onPage: (page: Fetched) => void) {
  const over = new AbortController();
  const { signal } = over;
  const attempt = async (wait: number) => {
    await pause(wait, signal);
    if (signal.aborted) return;
    try {
      const page = await fetchPage();
      if (!signal.aborted) onPage(page);
    } catch {
      await reloadIfServed(signal);
      void attempt(Math.min(LONGEST_WAIT_MS, wait * 2));
    }
  };
  void attempt(FIRST_WAIT_MS);
  return () => over.abort();
}
