import { z } from 'zod'
import type { Granted } from '#server/platforms/approvals.ts'
import type { Vault } from '#server/stores/vault.ts'

/** The tokens of an approved app, as a store's row keeps them. `endsAt` is in milliseconds since 1970; null: the token does not expire. */
const StoredTokens = z.object({ token: z.string(), endsAt: z.number().nullable(), refreshToken: z.string().nullable() })
export type StoredTokens = z.infer<typeof StoredTokens>

/** The binding of a store's encrypted tokens to its row. */
export const tokensBoundTo = (storeId: string) => `stores|${storeId}|tokens`

export const storedTokens = ({ token, seconds, refreshToken }: Granted, now: number): StoredTokens => ({
  token,
  endsAt: seconds === null ? null : now + seconds * 1_000,
  refreshToken,
})

/** Both tokens are in one text, so that one write replaces them together. */
export const sealTokens = (vault: Vault, storeId: string, granted: Granted, now: number): string =>
  vault.seal(JSON.stringify(storedTokens(granted, now)), tokensBoundTo(storeId))

export const openTokens = (vault: Vault, storeId: string, sealed: string): StoredTokens =>
  StoredTokens.parse(JSON.parse(vault.open(sealed, tokensBoundTo(storeId))))

/** A token is renewed some minutes before its end, so that none ends during a call. */
const marginMs = 5 * 60_000

export const isUsable = ({ endsAt }: StoredTokens, now: number): boolean => endsAt === null || endsAt - marginMs > now

/** Whether one was granted after the other, as far as their ends show it. */
export const endsLater = (one: StoredTokens, other: StoredTokens): boolean =>
  one.endsAt !== null && other.endsAt !== null && one.endsAt > other.endsAt
