/** The addresses that a text may lead to, and what a person should know before following one. */

export type Caveat = "otherText" | "lookalike" | "userInfo" | "plain";
export type Address = { url: URL; host: string; mail: boolean };

/** The address, where it is absolute and of a kind that is opened at all; null otherwise. */
export function parseAddress(href: string): Address | null {
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  if (url.protocol === "mailto:") {
    const to = decodeAddress(url.pathname);
    return to === "" ? null : { url, host: to, mail: true };
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  return { url, host: url.host, mail: false };
}

function decodeAddress(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Lists what is suspicious about a link's `address`, shown under the text `shown`. */
export function caveatsOf({ url, host, mail }: Address, shown: string): Caveat[] {
  if (mail) return [];
  const caveats: Caveat[] = [];
  const claimed = hostIn(shown);
  if (claimed !== null && claimed !== bareHost(host)) caveats.push("otherText");
  if (url.hostname.split(".").some((label) => label.startsWith("xn--"))) caveats.push("lookalike");
  if (url.username !== "" || url.password !== "") caveats.push("userInfo");
  if (url.protocol === "http:") caveats.push("plain");
  return caveats;
}

/** The host that a text seems to name, such as `www.example.com/x` or `https://example.com`. */
function hostIn(text: string): string | null {
  const match = /(?:^|\s|\/\/)((?:[\p{L}\p{N}-]+\.)+[\p{L}]{2,})(?=[/:?#\s]|$)/u.exec(text.trim());
  if (!match?.[1]) return null;
  const spelled = `https://${match[1]}`;
  return URL.canParse(spelled) ? bareHost(new URL(spelled).host) : null;
}

function bareHost(host: string): string {
  return host.replace(/^www\./, "").replace(/:\d+$/, "");
}
