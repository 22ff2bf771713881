import type { Shop } from './shop.ts'

/** What PLATFORM_ENDPOINTS calls every host that it does not name. */
export const ANY_HOST = '*'

const beside = (kind: string, host: string, name: string | number) => `${kind}-${name}${host.slice(host.indexOf('.'))}`

/** One more address of an emulated shop, for stores that are connected besides: a shop can be connected once only. */
export const spareHost = (host: string, name: string | number): string => beside('spare', host, name)

/** An address of the same platform at which nobody answers. */
export const silentHost = (host: string, name: string | number): string => beside('silent', host, name)

export const isSilent = (host: string): boolean => host.startsWith('silent-')

/** The shop at an address; a spare one leads to the first shop of its platform. */
export function shopAt(host: string, shops: readonly Shop[]): Shop | undefined {
  const suffix = host.slice(host.indexOf('.'))
  return shops.find(({ settings }) => settings.host === host || (host.startsWith('spare-') && settings.host.endsWith(suffix)))
}
