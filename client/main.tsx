import '#client/zod-config.ts'
import '#client/styles.css'
import { createRoot } from 'react-dom/client'
import { queryClient } from '#client/api.ts'
import { App } from '#client/app.tsx'
import { followEvents } from '#client/events/start.ts'
import { keepFocus } from '#client/keep-focus.ts'
import { reloadForMissingParts } from '#client/missing-parts.ts'
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

reloadForMissingParts(import.meta.url)
keepFocus()
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
// Timers stop while the machine sleeps, so the session is checked when the tab wakes.
document.addEventListener('visibilitychange', () => void session.check())
window.addEventListener('online', () => void session.check())
void session.restore()
// The files of the screen arrive while the session is restored. After it they would compete with the screen's data.
const [routes] = router.getMatchedRoutes(router.latestLocation.pathname)
for (const route of routes) void router.loadRouteChunk(route)

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')
createRoot(element).render(<App />)
