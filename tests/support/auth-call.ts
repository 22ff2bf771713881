import type { FastifyInstance } from 'fastify'

export type AuthAnswer = {
  status: number
  body: {
    token: string
    refresh_token: string
    message: string
    error?: { code: string; ticket?: string }
    totp_uri: string
    secret: string
    recovery_codes: string[]
  }
  headers: object
  cookie: string
}
type Options = { headers?: Record<string, string>; from?: string }

/** Calls `/api/auth`. `from` is the caller's address: calls are limited per address, so a race with many calls needs several. */
export async function authCall(app: FastifyInstance, path: string, payload: object, { headers = {}, from = '127.0.0.1' }: Options = {}) {
  const answer = await app.inject({ method: 'POST', url: `/api/auth${path}`, payload, headers, remoteAddress: from })
  const cookie = String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? ''
  return { status: answer.statusCode, body: answer.json<AuthAnswer['body']>(), headers: answer.headers, cookie } satisfies AuthAnswer
}

/** An address for each index. */
export const addressOf = (index: number): string => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`
