import { parseCookies } from 'better-auth/cookies'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { SignInRequest, signUpRequest } from '#shared/session.ts'
import { bearerOf } from '#server/auth/viewer.ts'
import { renew, signIn, signOut, signUp, type AuthDeps } from '#server/auth/sessions.ts'
import { failureBody, failureOf } from '#server/failure.ts'

const RefreshRequest = z.strictObject({ refresh_token: z.string().min(1).max(1_000).optional() }).prefault({})

export type AuthOptions = { deps: AuthDeps; origins: readonly string[]; passwordMinLength: number }

/** A cookie comes along without being asked, so a call that carries one must come from a page of ours. */
function assertOwnOrigin(request: FastifyRequest, origins: readonly string[]) {
  const { cookie, origin } = request.headers
  if (cookie !== undefined && (origin === undefined || !origins.includes(origin))) throw new AppError('FOREIGN_ORIGIN')
}

async function refreshTokenOf(request: FastifyRequest, { provider }: AuthDeps): Promise<string | null> {
  const { refresh_token: given } = RefreshRequest.parse(request.body ?? {})
  const { name } = (await provider.$context).authCookies.sessionToken
  const kept = parseCookies(request.headers.cookie ?? '').get(name)
  return given ?? (kept === undefined ? null : decodeURIComponent(kept))
}

const withCookies = (reply: FastifyReply, cookies: readonly string[]) =>
  reply.header('set-cookie', cookies).header('cache-control', 'no-store')

/** `/api/auth`: sign in, sign up, renew, sign out. These four and nothing else of better-auth can be reached. */
export async function authRoutes(fastify: FastifyInstance, { deps, origins, passwordMinLength }: AuthOptions) {
  fastify.addHook('onRequest', async (request) => assertOwnOrigin(request, origins))
  fastify.removeContentTypeParser('text/plain')
  fastify.setErrorHandler((error, request, reply) => {
    const failure = failureOf(error)
    if (failure.status >= 500) request.log.error(error)
    return reply.code(failure.status).send(failureBody(failure))
  })
  const SignUpRequest = signUpRequest(passwordMinLength)
  const config = { rateLimit: { max: limits.authCallsPerMinute, timeWindow: '1 minute' } }

  fastify.post('/sign-in/email', { config }, async (request, reply) => {
    const { session, cookies } = await signIn(deps, SignInRequest.parse(request.body))
    return withCookies(reply, cookies).send(session)
  })
  fastify.post('/sign-up/email', { config }, async (request) => ({ user: await signUp(deps, SignUpRequest.parse(request.body)) }))
  fastify.post('/token', async (request, reply) => {
    const refreshToken = await refreshTokenOf(request, deps)
    if (refreshToken === null) throw new AppError('SIGNED_OUT')
    const { session, cookies } = await renew(deps, refreshToken)
    return withCookies(reply, cookies).send(session)
  })
  fastify.post('/sign-out', async (request, reply) => {
    const { cookies } = await signOut(deps, { refreshToken: await refreshTokenOf(request, deps), accessToken: bearerOf(request) })
    return withCookies(reply, cookies).send({ success: true })
  })
}
