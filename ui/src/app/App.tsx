/** The providers that everything stands in, from the outside in. */
import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { RouterProvider } from "react-router";
import { createQueryClient } from "../api/client";
import { createRouter } from "./createRouter";
import { cssVariables, theme } from "./theme";
import { Gate } from "./Gate";

const themeChoice = localStorageColorSchemeManager({ key: "celeiro.theme" });

export function App() {
  const [client] = useState(createQueryClient);
  // Of this kind, for it can be asked to wait before a page is left.
  const [router] = useState(() => createRouter([{ path: "*", element: <Gate /> }]));
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
      <QueryClientProvider client={client}>
        {/* Routes live in the fragment: no server has to know them, in the window or elsewhere. */}
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
