import { failureOf } from '#client/failure.ts'
import { session } from '#client/session/session.ts'

const base = '/api/v1'

/** The address of a REST call. A path that already carries the prefix, once or more, is not given it again. */
export const restAddress = (path: string): string => base + path.replace(/^(?:\/api\/v1)+(?=\/)/, '')

/** Sends JSON over REST, for what tRPC cannot carry (files). Throws what the server refused as `AppError`; a 401 ends the session. No timeout. */
export async function postRest(path: string, body: object, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(restAddress(path), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await session.token()}` },
    body: JSON.stringify(body),
    signal: signal ?? null,
  })
  if (response.status === 401) session.expire()
  if (!response.ok) throw await failureOf(response)
  return response
}
