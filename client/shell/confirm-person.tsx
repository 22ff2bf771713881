import { useWindowEvent } from '@mantine/hooks'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { confirmation } from '#client/session/confirmation.ts'

const LazyDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }))

// It listens before any dialog does: the form below the question must outlive it.
const early = { capture: true }
function cancelByEscape(event: KeyboardEvent) {
  if (event.key !== 'Escape' || !confirmation.isOpen()) return
  event.stopImmediatePropagation()
  confirmation.settle(false)
}

/** Asks whether it is still the same person, over whatever stands on the screen, while a call waits for that. */
export function ConfirmPerson() {
  const isOpen = useSyncExternalStore(confirmation.subscribe, confirmation.isOpen)
  useWindowEvent('keydown', cancelByEscape, early)
  return isOpen ? (
    <Suspense>
      <LazyDialog />
    </Suspense>
  ) : null
}
