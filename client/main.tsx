import '#client/zod-config.ts'
import '#client/styles.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { api, client, queryClient } from '#client/api.ts'
import { keepFocus } from '#client/keep-focus.ts'
import { reloadForMissingParts } from '#client/missing-parts.ts'
import { router } from '#client/router.tsx'
import { availability } from '#client/session/availability.ts'
import { followChosenStore } from '#client/session/chosen-store.ts'
import { confirmation } from '#client/session/confirmation.ts'
import { guardDraft } from '#client/session/draft-storage.ts'
import { session } from '#client/session/session.ts'
import { endInAllTabs } from '#client/session/tabs.ts'
import { keepAccessFresh, learnOfMissingFactor } from '#client/session/viewer.ts'
import { ConfirmPerson } from '#client/shell/confirm-person.tsx'
import { keepLogoFresh } from '#client/shell/settings.ts'
import { Unavailable } from '#client/shell/unavailable.tsx'
import { cssVariables, theme } from '#client/theme.ts'
import { messages } from '#shared/messages.ts'

reloadForMissingParts(import.meta.url)
keepFocus()
keepAccessFresh()
keepLogoFresh()
endInAllTabs(session)
// A list that shows the first store, because none was chosen, moves to the one chosen.
followChosenStore(() => void router.invalidate())
guardDraft(session, import.meta.url)
session.subscribe((event, state) => {
  // What the router keeps of screens that were left is the former user's.
  if (event === 'SIGNED_IN' || event === 'SIGNED_OUT') router.clearCache()
  if (event !== 'SIGNED_OUT') return
  confirmation.settle(false)
  const notice = state.status === 'signedOut' && state.by === 'person' ? {} : { notice: messages.screen.sessionEnded }
  void router.navigate({ to: '/login', state: { from: router.state.location.href, ...notice } })
})
// The guard of every screen leads to where it is set up.
learnOfMissingFactor(() => void router.invalidate())
// What failed while the server was away is asked again where it is looked at.
availability.subscribe(() => {
  if (availability.isAway()) return
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  void router.invalidate()
})
// Timers sleep with the machine: what they missed is looked up when the tab wakes.
document.addEventListener('visibilitychange', () => void session.check())
window.addEventListener('online', () => void session.check())
void session.restore()

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')
createRoot(element).render(
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
  </StrictMode>,
)
