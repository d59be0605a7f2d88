/** Waits for a duration; a signal ends the wait early. Milliseconds. */
export function pause(duration: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, duration);
    if (signal?.aborted) end();
    else signal?.addEventListener("abort", end);
  });
}
