/** The providers that everything stands in, from the outside in. */
import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { RouterProvider } from "react-router";
import { createQueryClient } from "../api/client";
import { finishChange, personState, watchPerson } from "../lib/person";
import { createRouter } from "./createRouter";
import { cssVariables, theme } from "./theme/theme";
import { Gate } from "./Gate";

const themeChoice = localStorageColorSchemeManager({ key: "celeiro.theme" });

type Router = ReturnType<typeof createRouter>;

export function App() {
  // Of this kind, for it can be asked to wait before a page is left.
  const [router] = useState(() => createRouter([{ path: "*", element: <Gate /> }]));
  const { turn, leaving } = useSyncExternalStore(watchPerson, personState);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={themeChoice}
      defaultColorScheme="auto"
      // Both would write <style> elements, which the content policy refuses: themeVariables.ts
      // installs the variables another way, and the global classes are not used.
      withCssVariables={false}
      withGlobalClasses={false}
      // Without layout (jsdom) a popover may take its target for hidden, and hide as well.
      env={import.meta.env.MODE === "test" ? "test" : "default"}
    >
      {leaving ? <PersonChange router={router} /> : <Page key={turn} router={router} />}
    </MantineProvider>
  );
}

/** All that is shown to one person, with the answers that were fetched for them. */
function Page({ router }: { router: Router }) {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      {/* Routes live in the fragment: no server has to know them, in the window or elsewhere. */}
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

/**
 * Between the pages of two people: the forms of the one are gone by now and have kept what was typed, and the other
 * begins at the start, for an address may hold words of a search or name a conversation.
 */
function PersonChange({ router }: { router: Router }) {
  useEffect(() => {
    void router.navigate("/search", { replace: true }).finally(finishChange);
  }, [router]);
  return null;
}
