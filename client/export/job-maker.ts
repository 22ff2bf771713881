import { z } from 'zod'
import { postRest } from '#client/rest.ts'
import { JobResponse } from '#shared/jobs.ts'

const Made = z.object({ data: JobResponse })

/** Random enough to be unique. `randomUUID` is missing on pages without TLS. */
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

/**
 * Makes jobs by a REST call. A request that is sent again because no answer came carries the same Idempotency-Key, so that one
 * job is made of it.
 */
export function jobMaker(path: string): (request: object, signal?: AbortSignal) => Promise<JobResponse> {
  let sent = { body: '', key: '' }
  return async (request, signal) => {
    const body = JSON.stringify(request)
    if (sent.body !== body) sent = { body, key: newKey() }
    const answer = await postRest(path, request, signal, { 'idempotency-key': sent.key })
    sent = { body: '', key: '' }
    return Made.parse(await answer.json()).data
  }
}
