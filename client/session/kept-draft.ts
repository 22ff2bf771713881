import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { draftStorage, KeptDraft } from './draft-storage.ts'
import { session } from './session.ts'

/**
 * Makes a hook for one type of dialog. If the session expires while the dialog is open, its input is restored when the same person reopens
 * it after the next sign-in, in this tab. `about` identifies the dialog's subject. `read` returns what to keep, as JSON and without
 * secrets, or null for nothing. A sign-out keeps nothing. The hook returns a function that keeps the input now, for a dialog that sends the
 * browser away and back.
 */
export function draftKeeper<Draft>(dialog: string) {
  const Own = KeptDraft.extend({ dialog: z.literal(dialog), draft: z.custom<Draft>() })

  function take(userId: string | undefined, about: string): { draft: Draft } | undefined {
    const { data } = Own.safeParse(draftStorage.kept())
    if (data?.userId !== userId || data?.about !== about) return undefined
    draftStorage.forget()
    return data
  }

  function keep(userId: string | undefined, about: string, draft: Draft | null) {
    if (userId !== undefined && draft !== null) draftStorage.keep({ userId, dialog, about, draft })
  }

  return function useKeptDraft(about: string, read: () => Draft | null, restore: (draft: Draft) => void): () => void {
    const latest = useRef({ read, restore })
    useEffect(() => {
      latest.current = { read, restore }
    })
    useEffect(() => {
      const userId = session.state().session?.user.id
      const kept = take(userId, about)
      if (kept) latest.current.restore(kept.draft)
      return session.subscribe((_event, state) => {
        if (state.status === 'signedOut' && state.by === 'nobody') keep(userId, about, latest.current.read())
      })
    }, [about])
    return () => keep(session.state().session?.user.id, about, read())
  }
}
