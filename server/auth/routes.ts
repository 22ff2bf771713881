import { parseCookies } from 'better-auth/cookies'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { InvitationAcceptRequest, passwordResetRequest, PasswordLinkRequest, SignInRequest, signUpRequest } from '#shared/session.ts'
import { bearerOf } from '#server/auth/viewer.ts'
import { callerOf } from '#server/auth/caller.ts'
import { acceptInvitation, requestPasswordLink, resetPassword, signUp } from '#server/auth/registration.ts'
import { comeBack, destinations } from '#server/auth/third-party-return.ts'
import { renew, signIn, signOut, type AuthDeps } from '#server/auth/sessions.ts'
import { failureBody, failureOf } from '#server/failure.ts'

const RefreshRequest = z.strictObject({ refresh_token: z.string().min(1).max(1_000).optional() }).prefault({})

export type AuthOptions = { deps: AuthDeps; origins: readonly string[]; passwordMinLength: number }

/** A cookie comes along without being asked, so a call that carries one must come from a page of ours. */
function assertOwnOrigin(request: FastifyRequest, origins: readonly string[]) {
  // An issuer sends the browser back with a GET; what ties it to this browser is the state in its cookie.
  if (request.method === 'GET') return
  const { cookie, origin } = request.headers
  if (cookie !== undefined && (origin === undefined || !origins.includes(origin))) throw new AppError('FOREIGN_ORIGIN')
}

async function keptRefreshToken(request: FastifyRequest, { provider }: AuthDeps): Promise<string | null> {
  const { name } = (await provider.$context).authCookies.sessionToken
  const kept = parseCookies(request.headers.cookie ?? '').get(name)
  return kept === undefined ? null : decodeURIComponent(kept)
}

async function refreshTokenOf(request: FastifyRequest, deps: AuthDeps): Promise<string | null> {
  const { refresh_token: given } = RefreshRequest.parse(request.body ?? {})
  return given ?? keptRefreshToken(request, deps)
}

const withCookies = (reply: FastifyReply, cookies: readonly string[]) =>
  reply.header('set-cookie', cookies).header('cache-control', 'no-store')

const StartRequest = z.strictObject({ provider: z.enum(['google', 'oidc']), callbackURL: z.literal('/auth/callback').optional() })
const CallbackParams = z.object({ issuer: z.enum(['google', 'oidc']) })
const queryOf = ({ url }: FastifyRequest) => (url.includes('?') ? url.slice(url.indexOf('?')) : '')

/** Somebody looks at this answer in a browser: whatever went wrong, the login screen says so. */
function backToLogin(error: Error, request: FastifyRequest, reply: FastifyReply) {
  if (failureOf(error).status >= 500) request.log.error(error)
  void reply.redirect(destinations.failed)
}

/** Sign-in through somebody else's account: away to the issuer, and back. */
function thirdPartyRoutes(fastify: FastifyInstance, { deps }: AuthOptions, config: object) {
  fastify.post('/sign-in/social', { config }, async (request, reply) => {
    const { provider } = StartRequest.parse(request.body)
    const { url, cookies } = await deps.thirdParty.start(provider, callerOf(request))
    return withCookies(reply, cookies).send({ url, redirect: true })
  })
  fastify.get('/callback/:issuer', { config, errorHandler: backToLogin }, async (request, reply) => {
    const { issuer } = CallbackParams.parse(request.params)
    const { location, cookies } = await comeBack(deps, issuer, queryOf(request), callerOf(request))
    return withCookies(reply, cookies).redirect(location)
  })
}

/** Registering, choosing a password and accepting an invitation. */
function registrationRoutes(fastify: FastifyInstance, { deps, passwordMinLength }: AuthOptions, config: object) {
  const SignUpRequest = signUpRequest(passwordMinLength)
  const PasswordResetRequest = passwordResetRequest(passwordMinLength)
  fastify.post('/sign-up/email', { config }, (request) => signUp(deps, SignUpRequest.parse(request.body), callerOf(request)))
  fastify.post('/request-password-reset', { config }, (request) => requestPasswordLink(deps, PasswordLinkRequest.parse(request.body).email))
  fastify.post('/reset-password', { config }, async (request) => {
    await resetPassword(deps, PasswordResetRequest.parse(request.body), callerOf(request))
    return { success: true }
  })
  fastify.post('/accept-invite', { config }, async (request, reply) => {
    const kept = await keptRefreshToken(request, deps)
    const { session, cookies } = await acceptInvitation(deps, InvitationAcceptRequest.parse(request.body), callerOf(request), kept)
    return withCookies(reply, cookies).send(session)
  })
}

/** `/api/auth`: these routes and nothing else of better-auth can be reached. */
export async function authRoutes(fastify: FastifyInstance, options: AuthOptions) {
  const { deps, origins } = options
  fastify.addHook('onRequest', async (request) => assertOwnOrigin(request, origins))
  fastify.removeContentTypeParser('text/plain')
  fastify.setErrorHandler((error, request, reply) => {
    const failure = failureOf(error)
    if (failure.status >= 500) request.log.error(error)
    if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds)
    return reply.code(failure.status).send(failureBody(failure))
  })
  const config = { rateLimit: { max: limits.authCallsPerMinute, timeWindow: '1 minute' } }
  registrationRoutes(fastify, options, config)
  thirdPartyRoutes(fastify, options, config)
  fastify.post('/sign-in/email', { config }, async (request, reply) => {
    const { session, cookies } = await signIn(deps, SignInRequest.parse(request.body), callerOf(request))
    return withCookies(reply, cookies).send(session)
  })
  fastify.post('/token', async (request, reply) => {
    const refreshToken = await refreshTokenOf(request, deps)
    if (refreshToken === null) throw new AppError('SIGNED_OUT')
    const { session, cookies } = await renew(deps, refreshToken)
    return withCookies(reply, cookies).send(session)
  })
  fastify.post('/sign-out', async (request, reply) => {
    const tokens = { refreshToken: await refreshTokenOf(request, deps), accessToken: bearerOf(request) }
    const { cookies } = await signOut(deps, tokens, callerOf(request))
    return withCookies(reply, cookies).send({ success: true })
  })
}
