import { createHash } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import type { Deps } from '#server/deps.ts'
import { claim, keep, release } from '#server/idempotency-repo.ts'

export type Answer = { status: number; body: unknown }

const hourMs = 3_600_000
const longestKey = 255

/**
 * Carries a call out once for its Idempotency-Key: sent again with the same body within 24 h it gets the same answer,
 * with another body IDEMPOTENCY_MISMATCH, and CONFLICT while the first one is still under way. Answers are kept sealed: they may
 * hold what is shown once, such as the link of an invitation.
 */
export async function once(
  { database, vault, now }: Deps,
  { userId, key, request }: { userId: string; key: string; request: unknown },
  carryOut: () => Promise<Answer>,
): Promise<Answer> {
  if (key.length > longestKey) throw new AppError('INVALID_INPUT', `Idempotency-Key takes at most ${longestKey} characters`)
  const call = { userId, key, requestHash: createHash('sha256').update(JSON.stringify(request)).digest('hex') }
  const row = `idempotency_keys|${userId}|${key}`
  const at = now()
  const kept = await claim(database.db, call, new Date(at), new Date(at - limits.idempotencyHours * hourMs))
  if (kept) {
    if (kept.requestHash !== call.requestHash) throw new AppError('IDEMPOTENCY_MISMATCH')
    if (kept.status === null) throw new AppError('CONFLICT', 'The first call with this Idempotency-Key is still under way.')
    return { status: kept.status, body: JSON.parse(vault.open(String(kept.answer), row)) }
  }
  try {
    const answer = await carryOut()
    await keep(database.db, call, answer.status, vault.seal(JSON.stringify(answer.body), row))
    return answer
  } catch (error) {
    await release(database.db, call)
    throw error
  }
}
