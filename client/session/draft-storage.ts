import { z } from 'zod'
import { storageOrMemory } from '#client/browser-storage.ts'
import type { createSession } from './session.ts'
import type { SessionState } from './store.ts'

const key = 'keptDraft'
const buildKey = 'keptDraftBuild'
const storage = storageOrMemory(() => sessionStorage)

/** The input of a dialog that was open when the session ended, with its person and its subject (`about`). */
export const KeptDraft = z.object({ userId: z.string(), dialog: z.string(), about: z.string(), draft: z.unknown() })
type KeptDraft = z.infer<typeof KeptDraft>

/** Keeps the latest draft, per tab. It survives a reload. */
export const draftStorage = {
  keep: (kept: KeptDraft): void => storage().setItem(key, JSON.stringify(kept)),
  kept: (): KeptDraft | null => KeptDraft.nullable().parse(JSON.parse(storage().getItem(key) ?? 'null')),
  forget: (): void => storage().removeItem(key),
}

/** Deletes the draft after a sign-out, when another person signs in, and after a new build, whose fields may differ. */
export function guardDraft(session: ReturnType<typeof createSession>, build: string): void {
  if (storage().getItem(buildKey) !== build) draftStorage.forget()
  storage().setItem(buildKey, build)
  function check(state: SessionState) {
    if (state.status === 'signedOut' && state.by !== 'nobody') draftStorage.forget()
    if (state.status === 'signedIn' && state.session.user.id !== draftStorage.kept()?.userId) draftStorage.forget()
  }
  check(session.state())
  session.subscribe((_event, state) => check(state))
}
