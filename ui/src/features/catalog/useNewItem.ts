/** Begins a new item, from anywhere; in the sheet what is listed there stays. Who may not edit gets none. */
import { useLocation, useNavigate } from "react-router";
import { useMay } from "../../shared/account/useMe";
import { itemAddress, ITEMS_PATH } from "../../shared/catalog/address";

export function useNewItem(): () => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const mayEdit = useMay("edit");
  return () => {
    if (!mayEdit) return;
    if (pathname !== ITEMS_PATH) return void navigate(itemAddress("new"));
    const params = new URLSearchParams(search);
    params.delete("ean");
    params.set("item", "new");
    void navigate(`${ITEMS_PATH}?${params.toString()}`);
  };
}
