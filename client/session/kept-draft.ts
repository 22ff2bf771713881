import { useEffect, useRef } from 'react'
import { session } from './session.ts'

/**
 * Makes a hook for one kind of dialog. What was typed into it when the session ended under it is there again when the same person
 * opens it in their next session. `about` tells what the dialog is for; `read` answers what to keep, never secrets, or null.
 * It is kept in this page's memory alone.
 */
export function draftKeeper<Draft>() {
  let kept: { userId: string; about: string; draft: Draft } | undefined
  session.subscribe((_event, { session: now }) => {
    if (now && now.user.id !== kept?.userId) kept = undefined
  })

  return function useKeptDraft(about: string, read: () => Draft | null, restore: (draft: Draft) => void): void {
    const latest = useRef({ read, restore })
    useEffect(() => {
      latest.current = { read, restore }
    })
    useEffect(() => {
      const userId = session.state().session?.user.id
      if (kept?.about === about) {
        latest.current.restore(kept.draft)
        kept = undefined
      }
      return session.subscribe((event) => {
        const draft = event === 'SIGNED_OUT' ? latest.current.read() : null
        if (userId !== undefined && draft !== null) kept = { userId, about, draft }
      })
    }, [about])
  }
}
