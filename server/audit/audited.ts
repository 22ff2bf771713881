import { z } from 'zod'
import type { Viewer } from '#shared/access.ts'
import type { AuditDetails } from './details.ts'
import { record, type NewAuditEntry } from './record-repo.ts'
import { Download } from '#server/procedure/download.ts'
import { toFailure, type Failure } from '#server/procedure/failure.ts'
import { t, type Context, type Meta } from '#server/procedure/context.ts'

/** The additions of a procedure to the audit entry of its call. Each call of a batch has its own. */
export type AuditNote = {
  /** Additional facts, such as old and new values. They replace the input's fields of the same name. */
  details: AuditDetails
  /** The name of the target, if the target is deleted before the entry is written. */
  targetName?: string
  /** Whether the call has passed all rules before the validation of its input. */
  isAdmitted: boolean
}

const Fields = z.record(z.string(), z.unknown()).catch({})
const Target = z.object({ id: z.string().optional(), storeId: z.string().optional(), storeIds: z.array(z.string()).optional() }).catch({})

/** Invalid input may have any size and content, so none of it is recorded. */
function inputFields(input: unknown, recorded: readonly string[], { isAdmitted }: AuditNote, failure: Failure | null): AuditDetails {
  if (!isAdmitted || failure?.code === 'INVALID_INPUT') return {}
  return Object.fromEntries(Object.entries(Fields.parse(input)).filter(([name]) => recorded.includes(name)))
}

function detailsOf({ idempotency }: Context, { keyId }: Viewer, fields: AuditDetails, note: AuditNote): NewAuditEntry['details'] {
  const details = {
    ...fields,
    ...note.details,
    ...(keyId === undefined ? {} : { api_key: keyId }),
    ...(idempotency?.isReplayed ? { replayed: true } : {}),
  }
  return Object.keys(details).length > 0 ? details : null
}

function madeId(answer: unknown, meta: Meta | undefined): string | null {
  const made = meta?.makes === undefined ? undefined : Fields.parse(answer)[meta.makes]
  return Target.parse(made).id ?? null
}

/** Denials, downloads, mutations except private ones, and all calls of assistants are recorded before the answer is sent. */
export const audited = t.middleware(async ({ ctx, path, type, meta, getRawInput, next }) => {
  const note: AuditNote = { details: {}, isAdmitted: false }
  const result = await next({ ctx: { audit: note } })
  if (!ctx.viewer) return result
  const failure = result.ok ? null : toFailure(result.error)
  const isDenial = failure?.status === 403 || failure?.status === 404
  if ((type === 'mutation' && !meta?.isPrivate) || meta?.isDownload || isDenial || ctx.transport === 'mcp') {
    const input = await getRawInput()
    const { id, storeId, storeIds } = Target.parse(input)
    const decision = failure ? (isDenial ? 'denied' : 'failed') : 'allowed'
    const { transport, requestId, address, userAgent, deps } = ctx
    const entry = {
      actorId: ctx.viewer.id,
      action: path,
      target: id ?? storeId ?? storeIds?.join(' ') ?? (result.ok ? madeId(result.data, meta) : null),
      targetName: note.targetName ?? null,
      decision,
      door: transport,
      requestId,
      address,
      userAgent,
      details: detailsOf(ctx, ctx.viewer, inputFields(input, meta?.recorded ?? [], note, failure), note),
    } as const
    await record(deps.database.db, { at: new Date(deps.now()), ...entry }).catch((error: unknown) => {
      // A download that cannot be recorded is not sent, and its stream is closed.
      if (result.ok && result.data instanceof Download) result.data.body.destroy()
      throw error
    })
  }
  return result
})
