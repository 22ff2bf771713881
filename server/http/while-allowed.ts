import { Transform } from 'node:stream'
import { callbackify } from 'node:util'
import { AppError } from '#shared/errors.ts'
import type { Grant, Viewer } from '#shared/access.ts'
import type { Context } from '#server/procedure/context.ts'
import { findSessionViewer } from '#server/auth/viewer.ts'

/** How long a download goes on after its caller has lost a right. */
const lookEveryMs = 2_000

/** The caller's rights now. A download may take longer than its access token is valid, but no longer than its session. */
async function presentRights({ deps, recheck }: Context, { sessionId }: Viewer): Promise<Viewer | null> {
  return sessionId === undefined ? recheck() : findSessionViewer(deps, sessionId)
}

/** Whether what one role opens is open by another one as well. A person may be raised meanwhile. */
const isWithin = (before: Grant, now: Grant): boolean =>
  (now.storeId === null || now.storeId === before.storeId) &&
  now.level >= before.level &&
  before.permissions.every((permission) => now.permissions.includes(permission))

/** Whether nothing was taken from the rights that a download began with. */
const hasAll = (now: Viewer | null, before: Viewer): boolean =>
  now !== null && !now.needsSecondFactor && before.grants.every((grant) => now.grants.some((other) => isWithin(grant, other)))

/**
 * Passes the bytes of a download on for as long as its caller has the rights that it began with. A slow reader could otherwise go on for hours.
 * Where they are gone, it fails, so that the transfer breaks off.
 */
export function whileAllowed(ctx: Context): Transform {
  const { viewer, deps } = ctx
  let lookedAt = deps.clock.now()
  async function look() {
    if (!viewer || deps.clock.now() - lookedAt < lookEveryMs) return
    if (!hasAll(await presentRights(ctx, viewer), viewer)) throw new AppError('SIGNED_OUT')
    lookedAt = deps.clock.now()
  }
  const looking = callbackify(look)
  return new Transform({ transform: (chunk: Buffer, _, done) => looking((error) => done(error, chunk)) })
}
