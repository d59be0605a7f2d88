/** Ranking profiles: what is in force, what else there is, and how one becomes the other. */
export function ProfilesDesk() {
  return null;
}
