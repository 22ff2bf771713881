import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { api, client, queryClient } from '#client/api.ts'
import { router } from '#client/router.tsx'
import { ConfirmPerson } from '#client/shell/confirm-person.tsx'
import { Unavailable } from '#client/shell/unavailable.tsx'
import { cssVariables, theme } from '#client/theme.ts'

/** Every screen, with what they share. `main.tsx` draws it into the page. */
export const App = () => (
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <api.Provider client={client} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <Unavailable />
          <RouterProvider router={router} />
          <ConfirmPerson />
        </QueryClientProvider>
      </api.Provider>
    </MantineProvider>
  </StrictMode>
)
