import type { Shop } from './shop.ts'

/** The key in PLATFORM_ENDPOINTS for all hosts without an entry. */
export const ANY_HOST = '*'

const beside = (kind: string, host: string, name: string | number) => `${kind}-${name}${host.slice(host.indexOf('.'))}`

/** A further address of an emulated shop, for additional stores: a shop can be connected only once. */
export const spareHost = (host: string, name: string | number): string => beside('spare', host, name)

/** An address of the same platform without a server. */
export const silentHost = (host: string, name: string | number): string => beside('silent', host, name)

export const isSilent = (host: string): boolean => host.startsWith('silent-')

/** The shop at an address. A spare address leads to the first shop of its platform. */
export function shopAt(host: string, shops: readonly Shop[]): Shop | undefined {
  const suffix = host.slice(host.indexOf('.'))
  return shops.find(({ settings }) => settings.host === host || (host.startsWith('spare-') && settings.host.endsWith(suffix)))
}
