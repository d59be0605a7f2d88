/** Begins a new item, from anywhere; in the sheet what is listed there stays. */
import { useLocation, useNavigate } from "react-router";
import { itemAddress, ITEMS_PATH } from "../../shared/catalog/address";

export function useNewItem(): () => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return () => {
    if (pathname !== ITEMS_PATH) return void navigate(itemAddress("new"));
    const params = new URLSearchParams(search);
    params.set("item", "new");
    void navigate(`${ITEMS_PATH}?${params.toString()}`);
  };
}
