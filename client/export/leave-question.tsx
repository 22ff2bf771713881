import { useBlocker } from '@tanstack/react-router'
import { session } from '#client/session/session.ts'
import { Confirm } from '#client/ui/confirm.tsx'
import { messages } from '#shared/messages.ts'

/** Asks before a running export's screen is left. The browser asks before the whole page closes. The end of a session does not ask. */
export function LeaveQuestion() {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && session.state().status === 'signedIn',
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <Confirm
      title="Leave this page"
      question={messages.screen.leaveExportConfirm}
      action="Leave"
      keep="Stay"
      isBusy={false}
      onConfirm={proceed}
      onCancel={reset}
    />
  )
}
