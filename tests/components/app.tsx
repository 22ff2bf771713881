// The whole client in a simulated page. Only the network is replaced: each test says what the server answers.
import { cleanup, render } from '@testing-library/react'
import { afterEach, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import type { RoleName } from '#shared/roles.ts'
import type { Answer } from '#tests/support/answer.ts'
import { profileOf, usualAnswers } from './usual-answers.ts'

/** `input` is what the client sent. */
type Answering = (input: unknown) => Answer | Promise<Answer>
/** By the call's name, for example `stores.list` or `/api/auth/sign-up/email`. A call without an answer fails the test. */
export type Answers = Readonly<Record<string, Answering>>

export const data = (value: unknown): Answer => ({ result: { data: value } })
export const always = (value: unknown) => (): Answer => data(value)
/** The connection breaks. */
export const cutOff = (): never => {
  throw new TypeError('Failed to fetch')
}

type Sent = { call: string; input: unknown }
let answers: Answers = {}
let sent: Sent[] = []
let unforeseen: string[] = []
let clockAheadMs = 0

/** The inputs of the requests for a call since the screen was opened. */
export const sentTo = (call: string): unknown[] => sent.filter((one) => one.call === call).map(({ input }) => input)

async function answerTo(call: string, input: unknown): Promise<Answer> {
  sent.push({ call, input })
  const answering = answers[call]
  if (answering) return answering(input)
  unforeseen.push(call)
  return cutOff()
}

async function answerCalls(address: URL, body: unknown): Promise<Response> {
  const calls = address.pathname.replace('/trpc/', '').split(',')
  const inputs: Record<string, unknown> = Object(body)
  const dated = { headers: { date: new Date(Date.now() + clockAheadMs).toUTCString() } }
  if (!address.searchParams.has('batch')) return Response.json(await answerTo(calls[0] ?? '', body), dated)
  return Response.json(await Promise.all(calls.map((call, index) => answerTo(call, inputs[index]))), dated)
}

/** The sign-in calls answer plainly, without tRPC's envelope. */
async function answerAuth(path: string, body: unknown): Promise<Response> {
  const { result, error } = await answerTo(path, body)
  if (!error) return Response.json(result?.data)
  const { message, data: refusal } = Refusal.parse(error)
  return Response.json({ success: false, message, error: { code: refusal.appCode, message } }, { status: refusal.httpStatus })
}
const Refusal = z.object({ message: z.string(), data: z.object({ appCode: z.string(), httpStatus: z.number() }) })

let isSignedIn = true

function renewed(): Response {
  if (!isSignedIn) return new Response(null, { status: 204 })
  const endsAt = new Date(Date.now() + 3_600_000).toISOString()
  return Response.json({ token: 'token', refresh_token: 'refresh', expires_at: endsAt, user: { id: 'me', email: 'me@test.test' } })
}

vi.stubGlobal('fetch', async (address: string, { body }: { body?: string } = {}) => {
  const url = new URL(address, window.location.href)
  if (url.pathname === '/api/auth/token') return renewed()
  if (url.pathname === '/api/auth/setup') return Response.json({ owner_needed: false, code_needed: false })
  const input: unknown = body === undefined ? undefined : JSON.parse(body)
  return url.pathname.startsWith('/api/auth/') ? answerAuth(url.pathname, input) : answerCalls(url, input)
})

/** `serverAheadMs`: how far the server's clock is ahead of the device's. */
type Opened = { as: RoleName | null; answers?: Answers; serverAheadMs?: number }

/** Opens a screen by its address, for somebody with this role in all stores, or signed out. Each call starts the client anew. */
export async function openScreen(address: string, { as, serverAheadMs = 0, ...given }: Opened): Promise<void> {
  clockAheadMs = serverAheadMs
  isSignedIn = as !== null
  answers = { ...usualAnswers, ...(as && { 'profile.get': always(profileOf(as)) }), ...given.answers }
  window.history.replaceState(null, '', address)
  vi.resetModules()
  const [{ App }, { router }, { session }] = await Promise.all([
    import('#client/app.tsx'),
    import('#client/router.tsx'),
    import('#client/session/session.ts'),
  ])
  onTestFinished(() => router.history.destroy())
  await session.restore()
  render(<App />)
}

/** Matches a field's label, with the mark of a required field or without. */
export const label = (text: string): RegExp => new RegExp(`^${RegExp.escape(text)}( \\*)?$`)

/** Replaces answers while the screen is open. */
export function nowAnswering(changes: Answers): void {
  answers = { ...answers, ...changes }
}

afterEach(() => {
  cleanup()
  window.localStorage.clear()
  window.sessionStorage.clear()
  const missing = unforeseen
  sent = []
  unforeseen = []
  if (missing.length > 0) throw new Error(`The test has no answer for ${missing.join(', ')}`)
})
