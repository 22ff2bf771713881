import { useWindowEvent } from '@mantine/hooks'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { confirmation } from '#client/session/confirmation.ts'

const LazyDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }))

// Listens in the capture phase, before any dialog: Escape must close this dialog, but not the form below it.
const early = { capture: true }
function cancelByEscape(event: KeyboardEvent) {
  if (event.key !== 'Escape' || !confirmation.isOpen()) return
  event.stopImmediatePropagation()
  confirmation.settle(false)
}

/** Asks the person to confirm their identity, over any screen, while a call waits for it. */
export function ConfirmPerson() {
  const isOpen = useSyncExternalStore(confirmation.subscribe, confirmation.isOpen)
  useWindowEvent('keydown', cancelByEscape, early)
  return isOpen ? (
    <Suspense>
      <LazyDialog />
    </Suspense>
  ) : null
}
