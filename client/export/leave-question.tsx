import { useBlocker } from '@tanstack/react-router'
import { session } from '#client/session/session.ts'
import { Confirm } from '#client/ui/confirm.tsx'
import { messages } from '#shared/messages.ts'

/** Asks before the page is left on which an export runs; the browser asks itself where the whole page goes. A session that ends asks nobody. */
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
