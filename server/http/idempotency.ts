import { createHash } from 'node:crypto'
import type { Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import type { Deps } from '#server/deps.ts'
import { claimKey, keep, release } from './idempotency-repo.ts'

/** A call's Idempotency-Key. `isReplayed` becomes true where the answer is that of an earlier call. */
export type Idempotency = { key: string; isReplayed: boolean }
type Call = { ctx: { deps: Deps; viewer: Viewer; idempotency: Idempotency | null }; path: string; input: unknown }

const hourMs = 3_600_000
const longestKey = 255

/** What was asked, by whom and with which rights: who lost or won some asks for something else. */
function hashOf({ id, keyId, grants }: Viewer, path: string, input: unknown): string {
  const rights = grants.map((grant) => JSON.stringify(grant)).toSorted()
  return createHash('sha256').update(JSON.stringify({ id, keyId, rights, path, input })).digest('hex')
}

/** What a sealed answer is bound to. */
export const answerBinding = ({ userId, apiKeyId, key }: { userId: string; apiKeyId: string; key: string }) =>
  `idempotency_keys|${userId}|${apiKeyId}|${key}`

/**
 * Carries a call out once for its Idempotency-Key, by the same person and API key: sent again with the same body within 24 h it gets
 * the same answer, with another body or other rights IDEMPOTENCY_MISMATCH, and CONFLICT while the first one is still under way. For
 * the innermost part of a procedure, behind rights, audit and validation. Answers are kept sealed: they may hold what is shown
 * once, such as the link of an invitation.
 */
export async function once<Asked extends Call, Answer>(asked: Asked, carryOut: (asked: Asked) => Promise<Answer>): Promise<Answer> {
  const { ctx, path, input } = asked
  const { deps, viewer, idempotency } = ctx
  if (!idempotency) return carryOut(asked)
  const { database, vault, now } = deps
  const { key } = idempotency
  if (key.length > longestKey) throw new AppError('INVALID_INPUT', `Idempotency-Key takes at most ${longestKey} characters`)
  const [at, apiKeyId] = [now(), viewer.keyId ?? '']
  const leaseUntil = new Date(at + limits.idempotency.leaseMs)
  const call = { userId: viewer.id, apiKeyId, key, requestHash: hashOf(viewer, path, input), leaseUntil }
  const row = answerBinding(call)
  const kept = await claimKey(database.db, call, new Date(at), new Date(at - limits.idempotency.hours * hourMs))
  if (kept) {
    if (kept.requestHash !== call.requestHash) throw new AppError('IDEMPOTENCY_MISMATCH')
    if (kept.answer === null) throw new AppError('CONFLICT', 'The first call with this Idempotency-Key is still running.')
    idempotency.isReplayed = true
    return JSON.parse(vault.open(kept.answer, row))
  }
  try {
    const answer = await carryOut(asked)
    await keep(database.db, call, vault.seal(JSON.stringify(answer), row))
    return answer
  } catch (error) {
    await release(database.db, call)
    throw error
  }
}
