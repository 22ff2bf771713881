import { useEffect, useEffectEvent } from 'react'
import { z } from 'zod'
import { cache, client } from '#client/api.ts'
import { ChosenStore } from '#shared/profile.ts'
import { session } from './session.ts'
import { openChannel } from './tabs.ts'
import { changeOwnChoices, useAccess } from './viewer.ts'

const Told = z.object({ userId: z.string(), store: ChosenStore })
type Listener = (store: ChosenStore) => void

const listeners = new Set<Listener>()
let tell: ((message: object) => void) | undefined

/** The store that the signed-in person chose last, on any machine, for loaders. Null if there is none. */
export const chosenStore = (): ChosenStore | null => cache.profile.get.getData()?.chosen_store ?? null

/** The same for components. */
export const useChosenStore = (): ChosenStore | null => useAccess().profile?.chosen_store ?? null

/** Remembers the store for this person: at once in all tabs of this browser, and on the server for other machines. */
export function rememberStore({ id, name, state }: ChosenStore): void {
  const userId = session.state().session?.user.id
  if (userId === undefined || chosenStore()?.id === id) return
  const store = { id, name, state }
  changeOwnChoices(
    (profile) => ({ ...profile, chosen_store: store }),
    () => client.profile.chooseStore.mutate({ id }),
  )
  tell?.({ userId, store })
}

/** Remembers the store and switches the open screen to it. */
export function switchStore(store: ChosenStore): void {
  rememberStore(store)
  for (const listener of listeners) listener(store)
}

/** Calls a screen back when the store is switched. */
export function useStoreSwitch(onSwitch: Listener): void {
  const listener = useEffectEvent(onSwitch)
  useEffect(() => {
    const heard: Listener = (store) => listener(store)
    listeners.add(heard)
    return () => void listeners.delete(heard)
  }, [])
}

/** Adopts the same person's choice in other tabs, and then calls `onChosen`. */
export function followChosenStore(onChosen: () => void): void {
  tell = openChannel('storeChosen', (message) => {
    const told = Told.safeParse(message)
    if (!told.success || told.data.userId !== session.state().session?.user.id) return
    const { store } = told.data
    cache.profile.get.setData(undefined, (profile) => profile && { ...profile, chosen_store: store })
    onChosen()
  })
}
