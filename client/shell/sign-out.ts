import { useNavigate } from '@tanstack/react-router'
import { say } from '#client/failure.ts'
import { session } from '#client/session/session.ts'
import { messages } from '#shared/messages.ts'

/** Signs the person out, and shows the login screen, which says if that failed. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    const notice = await session.signOut().then(
      () => undefined,
      (error: unknown) => say(error, messages.api.noConnection),
    )
    await navigate({ to: '/login', state: notice === undefined ? {} : { notice } })
  }
}
