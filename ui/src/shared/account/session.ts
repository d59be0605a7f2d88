/** Who is at this page: what follows for it, and for the other tabs of this browser, where that changes. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import type { CommandError } from "../../api/command";
import { endSession } from "../../api/session";
import { forgetRefusal } from "../../api/unauthorized";
import { storedToken } from "../../host";
import { currentPerson, KEY_HOLDER, NO_ACCOUNT, notePerson, watchPerson } from "../../lib/person";
import { writeStored } from "../../lib/storage";
import type { Me, useMe } from "./useMe";

/** Written at every sign-in and sign-out: the browser tells its other tabs. */
const CHANGED = "celeiro.sessionChanged";
/** How the entry of a sign-out begins. */
const OUT = "out ";

/** Follows who is here; returns whether what waits in this tab may be sent under their name. */
export function usePersonHere({ data, isFetched }: ReturnType<typeof useMe>): boolean {
  const client = useQueryClient();
  const person = useSyncExternalStore(watchPerson, currentPerson);
  const login = data && loginOf(data);
  useEffect(() => {
    if (login !== undefined) notePerson(login);
  }, [login]);
  useEffect(() => {
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key !== CHANGED) return;
      // Who signs out leaves this tab, too: nothing of theirs stays under the question for a name.
      if (newValue?.startsWith(OUT) && isSignedIn()) notePerson(NO_ACCOUNT);
      else void client.invalidateQueries({ queryKey: ["getMe"] });
    };
    window.addEventListener("storage", follow);
    return () => window.removeEventListener("storage", follow);
  }, [client]);
  return login === undefined ? isFetched : login === person;
}

/** For what a person signs in with: the page goes on where it was, or begins anew where it was another's. */
export function useSignedIn(): (me: Me) => void {
  const client = useQueryClient();
  return (me) => {
    tellOtherTabs();
    if (notePerson(loginOf(me))) return;
    client.setQueriesData({ queryKey: ["getMe"] }, me);
    forgetRefusal();
    // What failed meanwhile is asked for again; what is on the page stays there until the answer comes.
    void client.invalidateQueries();
  };
}

/** Ends the session; the page of the person goes, and what they have not saved is put aside. */
export function useSignOut() {
  return useMutation<void, CommandError>({
    mutationFn: endSession,
    onSuccess: () => {
      tellOtherTabs(OUT);
      notePerson(NO_ACCOUNT);
    },
  });
}

function tellOtherTabs(kind = ""): void {
  writeStored(CHANGED, `${kind}${Date.now()}`);
}

/** Whether this tab is the page of a person with an account. */
function isSignedIn(): boolean {
  const person = currentPerson();
  return person !== null && person !== NO_ACCOUNT && person !== KEY_HOLDER;
}

function loginOf({ account }: Me): string {
  if (account) return account.login;
  return storedToken() === null ? NO_ACCOUNT : KEY_HOLDER;
}
