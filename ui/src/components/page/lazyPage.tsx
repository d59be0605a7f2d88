/**
 * Lazy-loaded pages. The caller renders a `Suspense` around them; a page whose script cannot be fetched shows an error
 * in its place, and is retried by itself and when it is opened again.
 */
import { lazy, useEffect, useState, type ComponentType } from "react";
import { fetchTexts, type TextPart } from "../../i18n";
import { pause } from "../../lib/pause";
import { reloadIfServed } from "./reload";
import { PageNotLoaded } from "./PageNotLoaded";

/** First and longest delay between two attempts to fetch a page. Milliseconds. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 15_000;

/** A page component with a way to preload its script. */
export type LazyPage<Props> = ComponentType<Props> & { preload: () => Promise<void> };

/** Makes a lazy page from `load`, together with the `parts` of texts that it needs. */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  ...parts: TextPart[]
): LazyPage<Props> {
  // A loaded page renders at once: a fallback stays for 300 ms once it has rendered.
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
    // A failed attempt stays while it is on screen; opening the page again starts a new one.
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

/** Retries until the server answers; ends with the page, or when the returned function is called. */
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
