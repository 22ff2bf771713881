import { storageOrMemory } from '#client/browser-storage.ts'

const key = 'returnTo'
const storage = storageOrMemory(() => sessionStorage)

/** The address to return to after a confirmation at an issuer, which navigates away from the page. Kept per tab. */
export const returnTo = {
  keep: (): void => storage().setItem(key, window.location.pathname + window.location.search),
  /** null: there is nothing to return to. */
  kept: (): string | null => storage().getItem(key),
  forget: (): void => storage().removeItem(key),
}
