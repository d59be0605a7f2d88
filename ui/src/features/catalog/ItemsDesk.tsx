/** The items of the catalog as a sheet. */
export function ItemsDesk() {
  return null;
}
