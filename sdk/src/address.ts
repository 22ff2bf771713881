import { BackcounterError } from './errors.ts'

/** The address of an installation, as it may be given: with slashes or `/api/v1` at its end. */
export const installationAt = (url: string): string => url.replace(/(?:\/api\/v1)?\/*$/, '')

export const wrongOption = (sentence: string) => new BackcounterError(sentence, { code: 'WRONG_OPTION' })

/** Refuses what `fetch` would take for a server that cannot be reached. Throws WRONG_OPTION. */
export function assertAddress(url: string) {
  // Browsers also take addresses of their own site.
  if (!/^(https?:\/\/|\/|$)/i.test(url)) throw wrongOption(`“${url}” is not an address such as https://shops.example.com`)
}
