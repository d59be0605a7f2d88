/** Where a profile is looked at. */
export function profileAddress(name: string): string {
  return `/bench/profiles?${new URLSearchParams({ p: name })}`;
}
