/**
 * The small main pictures of products, asked for a list at a time. The bytes of a picture never change: those that this
 * page has are named in the request and are not sent again, whatever of the catalog was changed.
 */
import { useQueries, useQuery, type QueryFunctionContext } from "@tanstack/react-query";
import { call } from "../../api/command";
import { useLanguage } from "../../i18n/language";
import { onPersonChange } from "../../lib/person";

/** Addresses of pictures, by item. */
export type Thumbnails = Readonly<Record<string, string>>;

type Answer = {
  addresses: Thumbnails;
  /** Some are still to be made. */
  isPending: boolean;
};

/** Pictures in the cache: several pages of the sheet. */
const MOST_CACHED = 1_000;
/** Until pictures that are still to be made are asked for again. Milliseconds. */
const AGAIN_MS = 1_500;

/** Addresses by picture, the longest unused first. */
const cache = new Map<string, string>();
/** The main picture of each item when it was last asked for. */
const lastImages = new Map<string, string>();

onPersonChange(() => {
  cache.clear();
  lastImages.clear();
});

export function useThumbnails(items: readonly string[]): Thumbnails {
  const language = useLanguage();
  return useQuery(thumbnailQuery(items, language)).data?.addresses ?? NONE;
}

/** Loads the thumbnails of several lists of items, such as the pages of the sheet in view. */
export function useThumbnailLists(lists: readonly (readonly string[])[]): Thumbnails {
  const language = useLanguage();
  return useQueries({
    queries: lists.map((items) => thumbnailQuery(items, language)),
    combine: (answers) => Object.assign({}, ...answers.map(({ data }) => data?.addresses)) as Thumbnails,
  });
}

const NONE: Thumbnails = {};

function thumbnailQuery(items: readonly string[], language: string) {
  return {
    queryKey: ["listThumbnails", language, { items }],
    queryFn: ({ signal }: QueryFunctionContext) => fetchThumbnails(items, signal),
    enabled: items.length > 0,
    staleTime: Infinity,
    // A list is read without pictures too.
    retry: false,
    // Other rows of the same items, or an order that changed, show what is here at once.
    placeholderData: () => ({ addresses: addressesOf(items), isPending: false }),
    refetchInterval: ({ state }: { state: { data?: Answer | undefined } }) =>
      state.data?.isPending === true ? AGAIN_MS : (false as const),
  };
}

function addressesOf(items: readonly string[]): Thumbnails {
  return Object.fromEntries(
    items.flatMap((item) => {
      const address = cache.get(lastImages.get(item) ?? "");
      return address === undefined ? [] : [[item, address]];
    }),
  );
}

async function fetchThumbnails(items: readonly string[], signal: AbortSignal): Promise<Answer> {
  const images = items.flatMap((item) => lastImages.get(item) ?? []);
  const knownImages = [...new Set(images)].filter((image) => cache.has(image));
  const list = await call("listThumbnails", { items: [...items], knownImages }, signal);
  const addresses: Record<string, string> = {};
  let isPending = false;
  // What has no picture any more is not shown with its old one in the next list.
  for (const item of items) lastImages.delete(item);
  for (const { itemId, imageId, state, data } of list) {
    if (data !== null) cachePicture(imageId, `data:image/jpeg;base64,${data}`);
    lastImages.set(itemId, imageId);
    const address = cache.get(imageId);
    if (address !== undefined) addresses[itemId] = address;
    // What was forgotten while the request was under way is asked for again.
    else isPending ||= state !== "absent";
  }
  return { addresses, isPending };
}

function cachePicture(image: string, address: string): void {
  cache.delete(image);
  cache.set(image, address);
  for (const [oldest] of cache) {
    if (cache.size <= MOST_CACHED) return;
    cache.delete(oldest);
  }
}
