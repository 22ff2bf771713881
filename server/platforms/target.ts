/** Where the traffic of a host goes. `guarded`: only to public addresses. */
export type Target = { origin: string; prefix: string; guarded: boolean }

/** The host's own address, unless it is redirected; see `HttpOptions.endpoints`. */
export function targetOf(host: string, endpoints: Readonly<Record<string, string>>): Target {
  const base = Object.hasOwn(endpoints, host) ? endpoints[host] : endpoints['*']?.replace('*', host)
  if (base === undefined) return { origin: `https://${host}`, prefix: '', guarded: true }
  const { origin, pathname } = new URL(base)
  return { origin, prefix: pathname.replace(/\/$/, ''), guarded: false }
}
