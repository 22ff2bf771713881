import type { TRPCLink } from '@trpc/client'
import type { AnyRouter } from '@trpc/server'

/** One for each dialog that is open, the topmost last. */
const open: AbortController[] = []

/** Opens a dialog. The function that is returned leaves it: what was asked in it is not sent any more, or is broken off. For `useEffect`. */
export function enterDialog(): () => void {
  const dialog = new AbortController()
  open.push(dialog)
  return () => {
    open.splice(open.indexOf(dialog), 1)
    dialog.abort()
  }
}

/** Ends with the topmost dialog. Null where none is open. */
export const dialogSignal = (): AbortSignal | null => open.at(-1)?.signal ?? null

/** Ties each change to the dialog that it is asked for in. */
export const dialogLink =
  <Router extends AnyRouter>(): TRPCLink<Router> =>
  () =>
  ({ op, next }) =>
    next(op.type === 'mutation' ? { ...op, signal: dialogSignal() } : op)
