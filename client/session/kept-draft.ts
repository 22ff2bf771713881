import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { draftStorage, KeptDraft } from './draft-storage.ts'
import { session } from './session.ts'

/**
 * Makes a hook for one kind of dialog. What was typed into it when the session ended under it is there again when the same person
 * opens it in their next session, in this tab. `about` tells what the dialog is for; `read` answers what to keep as JSON can hold it,
 * never secrets, or null. Whoever signs out leaves nothing.
 */
export function draftKeeper<Draft>(dialog: string) {
  const Own = KeptDraft.extend({ dialog: z.literal(dialog), draft: z.custom<Draft>() })

  function take(userId: string | undefined, about: string): { draft: Draft } | undefined {
    const { data } = Own.safeParse(draftStorage.kept())
    if (data?.userId !== userId || data?.about !== about) return undefined
    draftStorage.forget()
    return data
  }

  return function useKeptDraft(about: string, read: () => Draft | null, restore: (draft: Draft) => void): void {
    const latest = useRef({ read, restore })
    useEffect(() => {
      latest.current = { read, restore }
    })
    useEffect(() => {
      const userId = session.state().session?.user.id
      const kept = take(userId, about)
      if (kept) latest.current.restore(kept.draft)
      return session.subscribe((_event, state) => {
        if (state.status !== 'signedOut' || state.by !== 'nobody') return
        const draft = latest.current.read()
        if (userId !== undefined && draft !== null) draftStorage.keep({ userId, dialog, about, draft })
      })
    }, [about])
  }
}
