import type { ShopSettings } from './settings.ts'

/** How many more addresses a shop gets. */
export const spareHosts = 300

/** One more address of an emulated shop, for stores that are connected besides: a shop can be connected once only. */
export const spareHost = (host: string, number: number): string => `spare-${number}${host.slice(host.indexOf('.'))}`

/** Where these addresses lead; `shops` are one of each platform, and `endpoints` says where they are. */
export function spareEndpoints(shops: readonly ShopSettings[], endpoints: Readonly<Record<string, string>>): Record<string, string> {
  const numbers = Array.from({ length: spareHosts }, (_, at) => at + 1)
  return Object.fromEntries(shops.flatMap(({ host }) => numbers.map((number) => [spareHost(host, number), endpoints[host] ?? ''] as const)))
}
