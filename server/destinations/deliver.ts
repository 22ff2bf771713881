// The delivery of a finished file: what is kept of it between attempts, and what people see.
import { z } from 'zod'
import { deliveryFields } from '#shared/delivery.ts'
import { defaultPattern } from '#shared/file-name-pattern.ts'
import type { JobType } from '#shared/jobs.ts'
import type { Deps } from '#server/deps.ts'
import { DeliveryFailure } from '#server/destinations/failure.ts'
import { deliveredName, type NameFacts } from '#server/destinations/file-name.ts'
import { releaseNames, reserveName } from '#server/destinations/names-repo.ts'
import type { Parcel, Progress } from '#server/destinations/sender.ts'
import { senderOf, type SenderDeps } from '#server/destinations/senders.ts'
import type { KeptDelivery } from '#server/jobs/row.ts'
import { presentDestination } from '#server/destinations/service.ts'

/** The part of a job's payload that says where its file goes. */
export const DeliveryRequest = z.object({ ...deliveryFields, destinationId: z.string() })
export type DeliveryRequest = z.infer<typeof DeliveryRequest>

/** The finished file of a job, and how it is read. */
export type Finished = {
  jobId: string
  attempt: number
  type: JobType
  file: { id: string; name: string; rows: number; bytes: number; sha256: string }
  /** The receipt of the export as an object. */
  receipt: unknown
  names: NameFacts
}

const extensionOf = (name: string) => /(?:\.[a-z]{1,8}){1,2}$/i.exec(name)?.[0] ?? ''

function parcelOf(
  { files, appUrl, database }: Pick<Deps, 'files' | 'appUrl' | 'database'>,
  request: DeliveryRequest,
  { jobId, attempt, type, file, receipt, names }: Finished,
): Parcel {
  const { bytes, rows, sha256 } = file
  const extension = extensionOf(file.name)
  return {
    key: jobId,
    attempt,
    name: deliveredName(request.fileName ?? defaultPattern, names, extension),
    extension,
    bytes,
    rows,
    sha256,
    async *read(start, end) {
      yield* await files.read(file.id, { start, end })
    },
    async reserve(candidate) {
      const { destinationId } = request
      return reserveName(database.db, { destinationId, jobId, name: candidate }).catch(async (error: unknown) => {
        // It may have been deleted meanwhile.
        await presentDestination({ database }, destinationId)
        throw error
      })
    },
    receipt: request.includeReceipt ? `${JSON.stringify(receipt, null, 2)}\n` : null,
    type,
    jobId,
    fileId: file.id,
    url: `${appUrl}/api/v1/jobs/${jobId}/files/${file.id}`,
  }
}

/** The destination of a delivery that has not ended. Throws DESTINATION_REFUSED where it was deleted. */
export async function openDelivery(deps: Pick<Deps, 'database'>, { destinationId }: DeliveryRequest): Promise<KeptDelivery> {
  const { name, kind } = await presentDestination(deps, destinationId)
  return { destinationId, name, kind, fileName: null, target: null, at: null, begun: null }
}

/**
 * Delivers a file. It may be repeated after any failure, from the state that the last attempt kept. Throws DeliveryFailure,
 * DESTINATION_REFUSED where the destination was deleted, and the errors of the file store.
 */
export async function deliver(
  deps: SenderDeps & Pick<Deps, 'database' | 'files'>,
  request: DeliveryRequest,
  finished: Finished,
  progress: Progress,
): Promise<KeptDelivery> {
  const row = await presentDestination(deps, request.destinationId)
  const sender = senderOf(deps, row)
  if (!sender) throw new TypeError('a spreadsheet, which an export writes by itself')
  const arrived = await sender.send(parcelOf(deps, request, finished), progress).catch(async (error: unknown) => {
    // It waits for somebody's doing, and chooses a name again when it is retried.
    if (error instanceof DeliveryFailure && !error.mayPass) await releaseNames(deps.database.db, finished.jobId)
    throw error
  })
  // From here on, its name is taken at the destination itself.
  await releaseNames(deps.database.db, finished.jobId)
  return { destinationId: row.id, name: row.name, kind: row.kind, ...arrived, at: new Date(deps.now()).toISOString(), begun: null }
}

/**
 * What a delivery that was given up may have left at its destination. `attempt`: the number of the last attempt. `begun`: null where nothing was
 * sent.
 */
export type Abandoned = { jobId: string; attempt: number; destinationId: string; begun: unknown }

/**
 * Gives up the names of the file, and removes what lies half at the destination. It is tried once: a failure is logged, because nobody can repair a job that has ended, and the
 * rest has no name that anybody reads.
 */
export async function discardDelivery(
  deps: SenderDeps & Pick<Deps, 'database' | 'log'>,
  { jobId, attempt, destinationId, begun }: Abandoned,
): Promise<void> {
  try {
    const sender = begun === null ? null : senderOf(deps, await presentDestination(deps, destinationId))
    await sender?.discard({ key: jobId, attempt, state: begun }, deps.clock.deadline(deps.destinationAnswerMs))
  } catch (error) {
    deps.log.warn({ err: error, job: jobId, destination: destinationId }, 'what a delivery left at its destination could not be removed')
  }
  await releaseNames(deps.database.db, jobId)
}
