import { noteDenial } from '#client/api.ts'
import { readFailure } from '#client/failure.ts'
import { whenConfirmed } from '#client/session/confirmation.ts'
import { session } from '#client/session/session.ts'

const base = '/api/v1'

/** The address of a REST call. Prefixes that the path already has are removed first. */
export const restAddress = (path: string): string => base + path.replace(/^(?:\/api\/v1)+(?=\/)/, '')

type Request = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

async function send(path: string, { headers, ...request }: Request): Promise<Response> {
  const authorization = `Bearer ${await session.token()}`
  const response = await fetch(restAddress(path), { ...request, headers: { ...headers, authorization } })
  if (response.status === 401) session.expire()
  if (response.ok) return response
  const failure = await readFailure(response)
  noteDenial(failure)
  throw failure
}

const call = (path: string, request: Request): Promise<Response> => whenConfirmed(() => send(path, request))

/** Sends JSON over REST, for files, which tRPC cannot return. Throws refusals as `AppError`. A 401 ends the session. No timeout. */
export const postRest = (path: string, body: object, signal?: AbortSignal, headers: Record<string, string> = {}): Promise<Response> =>
  call(path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: signal ?? null,
  })

/** The same with GET. Query parameters that are `undefined` are left out. */
export function getRest(path: string, query: Record<string, string | undefined> = {}): Promise<Response> {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return call(given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path, {})
}
