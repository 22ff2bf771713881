import '#client/zod-config.ts'
import '#client/all-screens.css'
import type { Root } from 'react-dom/client'
import { queryClient } from '#client/api.ts'
import { App } from '#client/app.tsx'
import { followEvents } from '#client/events/start.ts'
import { untilQuiet } from '#client/quiet-queries.ts'
import { router } from '#client/router.tsx'
import { availability } from '#client/session/availability.ts'
import { followChosenStore } from '#client/session/chosen-store.ts'
import { confirmation } from '#client/session/confirmation.ts'
import { guardDraft } from '#client/session/draft-storage.ts'
import { session } from '#client/session/session.ts'
import { endInAllTabs } from '#client/session/tabs.ts'
import { keepAccessFresh, learnOfMissingFactor } from '#client/session/viewer.ts'
import { keepLogoFresh } from '#client/shell/settings.ts'
import { loadBehind } from '#client/ui/lazy-behind.ts'
import { messages } from '#shared/messages.ts'

loadBehind(() => untilQuiet(queryClient))
keepAccessFresh()
keepLogoFresh()
endInAllTabs(session)
followEvents(() => untilQuiet(queryClient))
// A list shows the first store until one is chosen. A choice in another tab moves it to the chosen store.
followChosenStore(() => void router.invalidate())
guardDraft(session, import.meta.url)
session.subscribe((event, state) => {
  // The router's cache of earlier screens belongs to the previous user.
  if (event === 'SIGNED_IN' || event === 'SIGNED_OUT') router.clearCache()
  if (event !== 'SIGNED_OUT') return
  confirmation.settle(false)
  const notice = state.status === 'signedOut' && state.by === 'person' ? {} : { notice: messages.screen.sessionEnded }
  void router.navigate({ to: '/login', state: { from: router.state.location.href, ...notice } })
})
// Runs the guards again, which redirect to the screen where the second factor is set up.
learnOfMissingFactor(() => void router.invalidate())
// When the server is back, repeats the failed queries of the visible screen.
availability.subscribe(() => {
  if (availability.isAway()) return
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  void router.invalidate()
})
// The files of the screen arrive while the session is restored. After it they would compete with the screen's data.
loadFilesOf(router.latestLocation.pathname)

/** Loads the files of a screen before it is shown. */
export function loadFilesOf(path: string): void {
  const [routes] = router.getMatchedRoutes(path)
  for (const route of routes) void router.loadRouteChunk(route)
}

/** Draws the screen of the page's address, and from then on all others. */
export const showAllScreens = (root: Root): void => root.render(<App />)
