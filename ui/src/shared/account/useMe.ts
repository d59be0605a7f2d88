/** Who is signed in here, and what they may do. */
import { keepPreviousData } from "@tanstack/react-query";
import { useCommandQuery } from "../../api/hooks";
import type { Access, Me, MyAccount } from "../../bindings";

export type { Access, Me, MyAccount };
export type Role = MyAccount["role"];

/** A role that has changed is known at the first refusal (api/client.ts), so this is seldom asked. Milliseconds. */
const FRESH_MS = 300_000;

export function useMe() {
  return useCommandQuery("getMe", {}, { staleTime: FRESH_MS, placeholderData: keepPreviousData });
}

/** Null in the window, with the key of the server, and where accounts are not used. */
export function useMyAccount(): MyAccount | null {
  return useMe().data?.account ?? null;
}

/**
 * Whether the person may do what needs `access`: what they may not is not offered, and `RoleNotice` says so. As long
 * as it is not known all is offered, for the program decides.
 */
export function useMay(access: Access): boolean {
  const granted: readonly Access[] | undefined = useMe().data?.access;
  return granted?.includes(access) ?? true;
}
