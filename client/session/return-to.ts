const key = 'returnTo'

/** The address to come back to after a proof at an issuer, which takes the browser away from its page. It is this tab's. */
export const returnTo = {
  keep: (): void => sessionStorage.setItem(key, window.location.pathname + window.location.search),
  /** Null where nobody is to be led anywhere. */
  kept: (): string | null => sessionStorage.getItem(key),
  forget: (): void => sessionStorage.removeItem(key),
}
