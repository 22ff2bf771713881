import type { TRPCLink } from '@trpc/client'
import type { AnyRouter } from '@trpc/server'
import { useEffect, useRef } from 'react'

/** One for each dialog that is open, the topmost last. */
const open: AbortController[] = []

/**
 * For dialogs. Once one is left, what was asked in it is not sent any more, or is broken off. Answers whether it is the topmost:
 * what is pressed in a dialog above it is not meant for it.
 */
export function useDialogCalls(): () => boolean {
  const own = useRef<AbortController>(null)
  useEffect(() => {
    const dialog = new AbortController()
    own.current = dialog
    open.push(dialog)
    return () => {
      open.splice(open.indexOf(dialog), 1)
      dialog.abort()
    }
  }, [])
  return () => open.at(-1) === own.current
}

/** Ends with the topmost dialog. Null where none is open. */
export const dialogSignal = (): AbortSignal | null => open.at(-1)?.signal ?? null

/** Ties each change to the dialog that it is asked for in. */
export const dialogLink =
  <Router extends AnyRouter>(): TRPCLink<Router> =>
  () =>
  ({ op, next }) =>
    next(op.type === 'mutation' ? { ...op, signal: dialogSignal() } : op)
