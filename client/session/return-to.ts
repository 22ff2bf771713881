import { storageOrMemory } from './browser-storage.ts'

const key = 'returnTo'
const storage = storageOrMemory(() => sessionStorage)

/** The address to come back to after a proof at an issuer, which takes the browser away from its page. It is this tab's. */
export const returnTo = {
  keep: (): void => storage().setItem(key, window.location.pathname + window.location.search),
  /** Null where nobody is to be led anywhere. */
  kept: (): string | null => storage().getItem(key),
  forget: (): void => storage().removeItem(key),
}
