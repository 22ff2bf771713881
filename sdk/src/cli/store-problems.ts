import type { Client } from '../client.ts'

/** A finding for each store that can be read: how the last call to its shop ended. */
export async function storeProblems(client: Client, signal: AbortSignal) {
  const { stores } = await client.stores.list({ permission: 'products:read', active: true }, { signal })
  return stores.map(({ name, state, stateReason }) => ({
    check: `store ${name}`,
    ok: state !== 'refused' && state !== 'unreachable',
    detail: [state ?? 'not asked yet', stateReason].filter((part) => part !== null).join(': '),
  }))
}
