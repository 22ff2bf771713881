import { useEffect } from 'react'
import { api } from '#client/api.ts'
import { focusHeading } from '#client/ui/focus-heading.ts'

/** Hides the checklist for good: when called, and by itself once all is done. What fails by itself is tried again at the next visit. */
export function useHiddenSetup(isDone: boolean) {
  const { mutate, error } = api.profile.update.useMutation({ onSuccess: () => window.dispatchEvent(new Event('profileUpdated')) })
  useEffect(() => {
    if (isDone) mutate({ is_set_up: true })
  }, [isDone, mutate])
  return { hide: () => mutate({ is_set_up: true }, { onSuccess: focusHeading }), error }
}
