import type { TRPCClientError, TRPCLink } from '@trpc/client'
// oxlint-disable-next-line no-restricted-imports -- what links are made of, on both sides
import { observable } from '@trpc/server/observable'
import type { AnyRouter } from '@trpc/server'
import { needsConfirmation } from '#client/failure.ts'
import { confirmation } from './confirmation.ts'

/** `whenConfirmed` for tRPC: the form that sent a call does not notice the confirmation in between. */
export const confirmLink =
  <Router extends AnyRouter>(): TRPCLink<Router> =>
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let sent = next(op).subscribe({
        next: (result) => observer.next(result),
        complete: () => observer.complete(),
        error: (error) => void (needsConfirmation(error) ? sendAgain(error) : observer.error(error)),
      })

      async function sendAgain(refusal: TRPCClientError<Router>) {
        if (await confirmation.ask()) sent = next(op).subscribe(observer)
        else observer.error(refusal)
      }

      return () => sent.unsubscribe()
    })
