import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { api, client, queryClient } from '#client/api.ts'
import { Appearance } from '#client/appearance.tsx'
import { router } from '#client/router.tsx'
import { ConfirmPerson } from '#client/shell/confirm-person.tsx'

/** Every screen, with what they share. `all-screens.tsx` draws it into the page. */
export const App = () => (
  <Appearance>
    <api.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ConfirmPerson />
      </QueryClientProvider>
    </api.Provider>
  </Appearance>
)
