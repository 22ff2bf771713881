import type { TRPCLink } from '@trpc/client'
import type { AnyRouter } from '@trpc/server'
import { useEffect, useRef } from 'react'

/** One for each open dialog, the topmost last. */
const open: AbortController[] = []

/**
 * For dialogs. When a dialog closes, its calls are aborted. The returned function says whether the dialog is the topmost, because input in
 * a dialog above it is not meant for it.
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

/** Aborts when the topmost dialog closes. null: no dialog is open. */
export const dialogSignal = (): AbortSignal | null => open.at(-1)?.signal ?? null

/** The context of a mutation that goes on after its dialog has closed, because what it keeps is already shown. */
export const outlivesDialog = { outlivesDialog: true } as const

/** Aborts a mutation when the dialog that sent it closes. */
export const dialogLink =
  <Router extends AnyRouter>(): TRPCLink<Router> =>
  () =>
  ({ op, next }) =>
    next(op.type === 'mutation' && op.context['outlivesDialog'] !== true ? { ...op, signal: dialogSignal() } : op)
