import { useState } from 'react'
import { api, cache } from '#client/api.ts'
import { fieldErrors, hiddenIn, isOfCode, isUnreachable, say } from '#client/failure.ts'
import { announce } from '#client/ui/announce.ts'
import { messages } from '#shared/messages.ts'
import type { Store } from '#shared/stores.ts'
import { connectRequestOf, createRequestOf, isApprovedIn, requestOf, restOf, type StoreDraft } from './store-draft.ts'

/** What the user has decided after a first try. */
export type Consent = { allowUnreachable?: boolean; allowLimited?: boolean }

/** What is wrong with the last try. `hidden`: what the shop would keep from us. */
type Trouble = { refused?: string; isUntestable?: boolean; hidden?: readonly string[] }

const rejectedNext: Partial<Record<StoreDraft['credential'], string>> = messages.stores.rejectedNext

/** The refusal, with what to do about it. */
function sayRefused(error: unknown, { credential }: StoreDraft): string {
  const said = say(error, messages.stores.saveFailed)
  const next = isOfCode(error, 'STORE_REJECTED') ? rejectedNext[credential] : undefined
  return next === undefined ? said : `${said}. ${next}`
}

type Form = { setErrors(mistakes: Record<string, string>): void }

/**
 * Saves the draft of a store, or sends the browser to the shop that has to approve. The mistakes of fields are set in the form. `onLeave` is
 * called before the browser leaves the page.
 */
export function useSaveStore(store: Store | null, form: Form, { onSaved, onLeave }: { onSaved: () => void; onLeave: () => void }) {
  const [trouble, setTrouble] = useState<Trouble>({})
  const create = api.stores.create.useMutation()
  const update = api.stores.update.useMutation()
  const connect = api.stores.connect.useMutation()
  const reconnect = api.stores.reconnect.useMutation()

  /** Never returns to the form where it succeeds: the page is left. */
  async function approve(draft: StoreDraft) {
    if (store) await update.mutateAsync({ id: store.id, ...restOf(draft) })
    const { clientId, clientSecret } = draft
    const app = clientId || clientSecret ? { clientId, clientSecret } : {}
    const { url } = store ? await reconnect.mutateAsync({ id: store.id, ...app }) : await connect.mutateAsync(connectRequestOf(draft))
    onLeave()
    window.location.assign(url)
  }

  async function send(draft: StoreDraft, { allowUnreachable = false, allowLimited = false }: Consent) {
    const consent = { allowUnreachable, refuseIfLimited: !allowLimited }
    if (store) await update.mutateAsync({ id: store.id, ...requestOf(draft), ...consent })
    else await create.mutateAsync({ ...createRequestOf(draft), ...consent })
    await cache.stores.invalidate()
    announce(store ? messages.announced.storeSaved : messages.announced.storeAdded)
    onSaved()
  }

  async function save(draft: StoreDraft, consent: Consent = {}) {
    setTrouble({})
    try {
      await (isApprovedIn(draft, store) ? approve(draft) : send(draft, consent))
    } catch (error) {
      const mistakes = fieldErrors(error, Object.keys(draft))
      const hidden = hiddenIn(error)
      if (mistakes) form.setErrors(mistakes)
      const isUntestable = isUnreachable(error) && !isApprovedIn(draft, store)
      setTrouble({
        isUntestable,
        ...(mistakes || hidden ? {} : { refused: sayRefused(error, draft) }),
        ...(hidden ? { hidden } : {}),
      })
    }
  }

  /** What was wrong before says nothing about a draft that was not sent. */
  const forget = () => setTrouble({})
  return { save, forget, ...trouble }
}
