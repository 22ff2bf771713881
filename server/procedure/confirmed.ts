import { z } from 'zod'
import type { Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { t, type Options } from './context.ts'

/** The time until which a proof of identity counts as recent. */
export const confirmedUntil = (authenticatedAt: Date): Date => new Date(authenticatedAt.getTime() + limits.reauthenticateAfterMs)

/** Throws REAUTHENTICATE. API keys need no proof: their permissions limit them. @param now milliseconds since 1970 */
export function assertConfirmed({ keyId, authenticatedAt }: Viewer, now: number) {
  if (keyId !== undefined) return
  if (!authenticatedAt || confirmedUntil(authenticatedAt).getTime() <= now) throw new AppError('REAUTHENTICATE')
}

const Fields = z.record(z.string(), z.unknown()).catch({})

/** Sensitive where the input has one of these fields. Empty text counts as missing. */
export const whereGiven =
  (...fields: readonly string[]): NonNullable<Options['sensitive']> =>
  (input) =>
    fields.some((field) => input[field] !== undefined && input[field] !== '')

/** Sensitive calls need a recent proof of identity. It is checked after the rights, so that a missing right is reported first. */
export const confirmed = t.middleware(async ({ ctx, meta, getRawInput, next }) => {
  const { sensitive } = meta ?? {}
  const isSensitive = typeof sensitive === 'function' ? sensitive(Fields.parse(await getRawInput())) : sensitive
  if (ctx.viewer && isSensitive) assertConfirmed(ctx.viewer, ctx.deps.now())
  return next()
})
