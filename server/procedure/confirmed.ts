import { z } from 'zod'
import type { Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { t, type Options } from './context.ts'

/** Until when somebody who proved who they are is not asked again. */
export const confirmedUntil = (authenticatedAt: Date): Date => new Date(authenticatedAt.getTime() + limits.reauthenticateAfterMs)

/** API keys are bound by their permissions instead. Throws REAUTHENTICATE. @param now milliseconds since 1970 */
export function assertConfirmed({ keyId, authenticatedAt }: Viewer, now: number) {
  if (keyId !== undefined) return
  if (!authenticatedAt || confirmedUntil(authenticatedAt).getTime() <= now) throw new AppError('REAUTHENTICATE')
}

const Fields = z.record(z.string(), z.unknown()).catch({})

/** Sensitive where the input gives one of these fields; empty text counts as nothing. */
export const whereGiven =
  (...fields: readonly string[]): NonNullable<Options['sensitive']> =>
  (input) =>
    fields.some((field) => input[field] !== undefined && input[field] !== '')

/** Sensitive calls want a recent proof of who is calling. It comes behind the check of rights: a missing right is told first. */
export const confirmed = t.middleware(async ({ ctx, meta, getRawInput, next }) => {
  const { sensitive } = meta ?? {}
  const isSensitive = typeof sensitive === 'function' ? sensitive(Fields.parse(await getRawInput())) : sensitive
  if (ctx.viewer && isSensitive) assertConfirmed(ctx.viewer, ctx.deps.now())
  return next()
})
