import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Viewer } from '#shared/access.ts'
import { AppError, errors, isErrorCode, type ErrorCode } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import type { Deps } from '#server/deps.ts'
import { claimKey, keep, release } from './idempotency-repo.ts'

/** A call's Idempotency-Key. `isReplayed` becomes true where the answer is that of an earlier call. */
export type Idempotency = { key: string; isReplayed: boolean }
type Call = { ctx: { deps: Deps; viewer: Viewer; idempotency: Idempotency | null; signal: AbortSignal }; path: string; input: unknown }

const hourMs = 3_600_000
const longestKey = 255
const carriedOut = 200
const KeptFailure = z.object({ code: z.custom<ErrorCode>(isErrorCode), message: z.string() })

/** The request, its caller and their rights. After a change of rights, the same request counts as another one. */
function hashOf({ id, keyId, grants }: Viewer, path: string, input: unknown): string {
  const rights = grants.map((grant) => JSON.stringify(grant)).toSorted()
  return createHash('sha256').update(JSON.stringify({ id, keyId, rights, path, input })).digest('hex')
}

/** The id of a call in the form of a UUID (version 8): the same whenever the same person or API key sends the same request with the same key. */
function callIdOf({ userId, apiKeyId, key, requestHash }: { userId: string; apiKeyId: string; key: string; requestHash: string }): string {
  const bytes = createHash('sha256')
    .update(JSON.stringify([userId, apiKeyId, key, requestHash]))
    .digest()
    .subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** The row that an encrypted answer is bound to. */
export const answerBinding = ({ userId, apiKeyId, key }: { userId: string; apiKeyId: string; key: string }) =>
  `idempotency_keys|${userId}|${apiKeyId}|${key}`

/**
 * Carries a call out once per Idempotency-Key, person and API key. Sent again within 24 h, the same body gets the same answer, and another
 * body or other rights get IDEMPOTENCY_MISMATCH. A call gets CONFLICT while the first one is running. A failure frees the key, unless the call
 * may have been carried out all the same: then the failure is the answer of the repeated call, too. For the innermost part of a
 * procedure, after rights, audit and validation. It goes on where its caller hangs up: otherwise a shop may have made what the repeated call
 * would make again. Answers are stored encrypted, because they may contain secrets, such as the link of an
 * invitation. `carryOut` also gets the id of the call, which is null without a key: a lost answer of the database frees the key although
 * the call was carried out, and the id shows the repeated call what the first one made.
 */
export async function once<Asked extends Call, Answer>(
  asked: Asked,
  carryOut: (asked: Asked, callId: string | null) => Promise<Answer>,
): Promise<Answer> {
  const { ctx, path, input } = asked
  const { deps, viewer, idempotency } = ctx
  if (!idempotency) return carryOut(asked, null)
  const { database, vault, now } = deps
  const { key } = idempotency
  if (key === '' || key.length > longestKey) throw new AppError('INVALID_INPUT', `Idempotency-Key takes 1 to ${longestKey} characters`)
  const [at, apiKeyId] = [now(), viewer.keyId ?? '']
  const leaseUntil = new Date(at + limits.idempotency.leaseMs)
  const call = { userId: viewer.id, apiKeyId, key, requestHash: hashOf(viewer, path, input), leaseUntil }
  const row = answerBinding(call)
  const kept = await claimKey(database.db, call, new Date(at), new Date(at - limits.idempotency.hours * hourMs))
  if (kept) {
    if (kept.requestHash !== call.requestHash) throw new AppError('IDEMPOTENCY_MISMATCH')
    if (kept.answer === null)
      throw new AppError('CONFLICT', 'The first call with this Idempotency-Key is still running.', { retryAfterSeconds: 1 })
    idempotency.isReplayed = true
    const answer = JSON.parse(vault.open(kept.answer, row))
    if (kept.status === carriedOut) return answer
    const { code, message } = KeptFailure.parse(answer)
    throw new AppError(code, message)
  }
  try {
    const unbroken = Object.assign({}, asked, { ctx: { ...ctx, signal: new AbortController().signal } })
    const answer = await carryOut(unbroken, callIdOf(call))
    await keep(database.db, call, carriedOut, vault.seal(JSON.stringify(answer), row))
    return answer
  } catch (error) {
    if (error instanceof AppError && error.mayBeDone) {
      const { code, message } = error
      await keep(database.db, call, errors[code].status, vault.seal(JSON.stringify({ code, message }), row))
    } else await release(database.db, call)
    throw error
  }
}
