import { z } from 'zod'
import { storageOrMemory } from './browser-storage.ts'
import type { createSession } from './session.ts'

const key = 'keptDraft'
const buildKey = 'keptDraftBuild'
const storage = storageOrMemory(() => sessionStorage)

/** What was typed into a dialog when the session ended under it: whose it is, and what the dialog is `about`. */
export const KeptDraft = z.object({ userId: z.string(), dialog: z.string(), about: z.string(), draft: z.unknown() })
type KeptDraft = z.infer<typeof KeptDraft>

/** The last one. It is this tab's, and outlives a reload. */
export const draftStorage = {
  keep: (kept: KeptDraft): void => storage().setItem(key, JSON.stringify(kept)),
  kept: (): KeptDraft | null => KeptDraft.nullable().parse(JSON.parse(storage().getItem(key) ?? 'null')),
  forget: (): void => storage().removeItem(key),
}

/** Forgets the draft once its person has signed out, or another is here, or another build, which may have other fields. */
export function guardDraft(session: ReturnType<typeof createSession>, build: string): void {
  if (storage().getItem(buildKey) !== build) draftStorage.forget()
  storage().setItem(buildKey, build)
  session.subscribe((_event, state) => {
    if (state.status === 'signedOut' && state.by !== 'nobody') draftStorage.forget()
    if (state.status === 'signedIn' && state.session.user.id !== draftStorage.kept()?.userId) draftStorage.forget()
  })
}
