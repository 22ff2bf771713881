/** What reads the answers, loaded with the first that has something to read: it needs zod, and the login screen appears without it. */
export const answers = () => import('./answers.ts')

/** Sends JSON to the authentication provider. Refusals are returned, not thrown. */
export const sendAuth = (
  path: string,
  body: object = {},
  headers: Record<string, string> = {},
  signal: AbortSignal | null = null,
): Promise<Response> =>
  fetch(`/api/auth${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  })

/** Like `sendAuth`, but throws refusals as `AppError`. */
export async function postAuth(...request: Parameters<typeof sendAuth>): Promise<Response> {
  const response = await sendAuth(...request)
  if (!response.ok) throw await (await answers()).readFailure(response)
  return response
}
