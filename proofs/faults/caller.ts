// Calls of the proof to a server over its socket, as an anonymous caller or as the owner.
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'

export type Answer = { status: number; headers: Headers; body: unknown; text: string; tookMs: number }
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

const Session = z.object({ token: z.string() })
const isShed = ({ status, text }: Answer) => status === 503 && text.includes('OVERLOADED')
const shedPauseMs = 300

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Sends a request with additional headers. Without a token, the caller is anonymous. */
export const request = (
  url: string,
  method: Method,
  token: string | null,
  body?: object,
  more: Record<string, string> = {},
): Promise<Response> =>
  fetch(url, {
    method,
    headers: { ...more, 'content-type': 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
  })

/** Sends a `request` and reads its whole answer. */
export async function send(
  url: string,
  method: Method,
  token: string | null,
  body?: object,
  more?: Record<string, string>,
): Promise<Answer> {
  const began = performance.now()
  const answer = await request(url, method, token, body, more)
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: parsed(text), text, tookMs: performance.now() - began }
}

/**
 * Calls `/api/v1` of a server as a person. Repeats the call where the server sheds load or the token has expired. A token's hour is short
 * on a fast clock.
 */
export function callerAt(url: string, person: { email: string; password: string }) {
  async function signIn(): Promise<string> {
    for (;;) {
      const answer = await send(`${url}/api/auth/sign-in/email`, 'POST', null, person)
      if (answer.status === 200) return Session.parse(answer.body).token
      if (!isShed(answer)) throw new Error(`nobody is signed in: ${answer.text}`)
      await pause(shedPauseMs)
    }
  }
  let token = signIn()
  const call = async (method: Method, path: string, body?: object): Promise<Answer> => {
    for (;;) {
      const used = token
      const answer = await send(`${url}/api/v1${path}`, method, await used, body)
      if (isShed(answer)) await pause(shedPauseMs)
      else if (answer.status !== 401) return answer
      else if (used === token) token = signIn()
    }
  }
  return { call, token: () => token }
}
