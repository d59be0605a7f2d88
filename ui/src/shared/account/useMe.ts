/** The signed-in account and its permissions. */
import { keepPreviousData } from "@tanstack/react-query";
import { useCommandQuery } from "../../api/hooks";
import type { Access, Me, MyAccount } from "../../bindings";

export type { Access, Me, MyAccount };
export type Role = MyAccount["role"];

/** How long the answer counts as fresh. A changed role shows at the first refusal (api/client.ts). Milliseconds. */
const FRESH_MS = 300_000;

export function useMe() {
  return useCommandQuery("getMe", {}, { staleTime: FRESH_MS, placeholderData: keepPreviousData });
}

/** The signed-in account; null in the window, with the server's key, and where accounts are off. */
export function useMyAccount(): MyAccount | null {
  return useMe().data?.account ?? null;
}

/**
 * Whether the signed-in account has `access`. Controls without access are hidden, and `RoleNotice` explains it. Until
 * the account is known the result is true, because the program checks every call.
 */
export function useMay(access: Access): boolean {
  const granted: readonly Access[] | undefined = useMe().data?.access;
  return granted?.includes(access) ?? true;
}
