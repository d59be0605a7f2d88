/** People of the team on the wire, and what can be done with them. */
import type { Data } from "../../../api/command";
import type { Role } from "../../../shared/account/useMe";

export type User = Data<"listUsers">[number];
export type Invitation = Data<"inviteUser">;
/** An invitation and the person whom it is for. */
export type InvitedPerson = { name: string; invitation: Invitation };

/** Roles of a team, from the one that may least. */
export const ROLES: readonly Role[] = ["seller", "editor", "analyst", "admin"];
