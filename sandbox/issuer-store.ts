import type { AdapterFactory, AdapterPayload } from 'oidc-provider'

type Kept = { payload: AdapterPayload; endsAt: number }

const payloadOf = (kept: Kept | undefined) => (kept && kept.endsAt > Date.now() ? kept.payload : undefined)

/** The issuer's sessions, codes and grants, in memory until they expire. */
export function issuerStore(): AdapterFactory {
  const all = new Map<string, Kept>()

  return (kind) => {
    const keyOf = (id: string) => `${kind} ${id}`
    const ofKind = (field: 'uid' | 'userCode', value: string) =>
      payloadOf([...all].find(([key, { payload }]) => key.startsWith(`${kind} `) && payload[field] === value)?.[1])
    return {
      async upsert(id, payload, expiresIn) {
        for (const [key, { endsAt }] of all) if (endsAt <= Date.now()) all.delete(key)
        all.set(keyOf(id), { payload, endsAt: expiresIn === undefined ? Infinity : Date.now() + expiresIn * 1_000 })
      },
      find: async (id) => payloadOf(all.get(keyOf(id))),
      findByUid: async (uid) => ofKind('uid', uid),
      findByUserCode: async (userCode) => ofKind('userCode', userCode),
      async consume(id) {
        const kept = all.get(keyOf(id))
        if (kept) kept.payload.consumed = Math.floor(Date.now() / 1_000)
      },
      destroy: async (id) => void all.delete(keyOf(id)),
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of all) if (payload.grantId === grantId) all.delete(key)
      },
    }
  }
}
