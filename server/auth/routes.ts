import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { InvitationAcceptRequest, passwordResetRequest, PasswordLinkRequest, SignInRequest, signUpRequest } from '#shared/session.ts'
import { accountRoutes } from '#server/auth/account-routes.ts'
import { setupState } from '#server/auth/owner-setup.ts'
import { bearerOf } from '#server/auth/viewer.ts'
import { callerOf } from '#server/auth/caller.ts'
import { readCookie, sessionCookie } from '#server/auth/cookies.ts'
import { passkeyRoutes } from '#server/auth/passkey-routes.ts'
import { acceptInvitation, requestPasswordLink, resetPassword, signUp } from '#server/auth/registration.ts'
import { comeBack, returnPages } from '#server/auth/third-party-return.ts'
import { CallbackParams, RefreshRequest, SocialSignInRequest, TokenQuery } from '#server/auth/requests.ts'
import { renew, signOut } from '#server/auth/refresh.ts'
import { secondFactorRoutes } from '#server/auth/second-factor-routes.ts'
import type { AuthDeps } from '#server/auth/sessions.ts'
import { signIn } from '#server/auth/sign-in.ts'
import { withCookies } from '#server/auth/with-cookies.ts'
import { toFailure } from '#server/procedure/failure.ts'

export type AuthOptions = { deps: AuthDeps; origins: readonly string[]; passwordMinLength: number }

/** Browsers can send cookies from any page, so a call with a cookie must come from our own pages. Throws FOREIGN_ORIGIN. */
function assertOwnOrigin(request: FastifyRequest, origins: readonly string[]) {
  // An issuer sends the browser back with a GET. The state in a cookie ties it to this browser.
  if (request.method === 'GET') return
  const { cookie, origin } = request.headers
  if (cookie !== undefined && (origin === undefined || !origins.includes(origin))) throw new AppError('FOREIGN_ORIGIN')
}

const keptRefreshToken = ({ headers }: FastifyRequest, { appUrl }: AuthDeps): string | null =>
  readCookie(headers.cookie ?? '', sessionCookie(appUrl))

function refreshTokenOf(request: FastifyRequest, deps: AuthDeps): string | null {
  const { refresh_token: given } = RefreshRequest.parse(request.body ?? {})
  return given ?? keptRefreshToken(request, deps)
}

const isSignedOut = (error: unknown) => error instanceof AppError && error.code === 'SIGNED_OUT'

const queryOf = ({ url }: FastifyRequest) => (url.includes('?') ? url.slice(url.indexOf('?')) : '')

/** The browser shows this answer as a page, so any error leads to the login screen, which names the reason. */
function backToLogin(error: Error, request: FastifyRequest, reply: FastifyReply) {
  if (toFailure(error).status >= 500) request.log.error(error)
  void reply.redirect(returnPages.failed)
}

/** Sign-in with an issuer: the redirect to it, and the way back. */
function thirdPartyRoutes(fastify: FastifyInstance, { deps }: AuthOptions, config: FastifyContextConfig) {
  fastify.post('/sign-in/social', { config }, async (request, reply) => {
    const { provider, fresh } = SocialSignInRequest.parse(request.body)
    const { url, cookies } = await deps.thirdParty.start(provider, callerOf(request), { isFresh: fresh })
    return withCookies(reply, cookies).send({ url, redirect: true })
  })
  fastify.get('/callback/:issuer', { config, errorHandler: backToLogin }, async (request, reply) => {
    const { issuer } = CallbackParams.parse(request.params)
    const { location, cookies } = await comeBack(deps, issuer, queryOf(request), callerOf(request))
    return withCookies(reply, cookies).redirect(location)
  })
}

/** Registration, links to choose a password, and invitations. */
function registrationRoutes(fastify: FastifyInstance, { deps, passwordMinLength }: AuthOptions, config: FastifyContextConfig) {
  const SignUpRequest = signUpRequest(passwordMinLength)
  const PasswordResetRequest = passwordResetRequest(passwordMinLength)
  fastify.post('/sign-up/email', { config }, (request) => signUp(deps, SignUpRequest.parse(request.body), callerOf(request)))
  fastify.post('/request-password-reset', { config }, (request) =>
    requestPasswordLink(deps, PasswordLinkRequest.parse(request.body).email, callerOf(request)),
  )
  fastify.post('/reset-password', { config }, async (request) => {
    await resetPassword(deps, PasswordResetRequest.parse(request.body), callerOf(request))
    return { success: true }
  })
  fastify.post('/accept-invite', { config }, async (request, reply) => {
    const kept = keptRefreshToken(request, deps)
    const { session, cookies } = await acceptInvitation(deps, InvitationAcceptRequest.parse(request.body), callerOf(request), kept)
    return withCookies(reply, cookies).send(session)
  })
}

/** `/api/auth`: nothing else of better-auth is reachable. */
export async function registerAuthRoutes(fastify: FastifyInstance, options: AuthOptions) {
  const { deps, origins } = options
  fastify.addHook('onRequest', async (request) => assertOwnOrigin(request, origins))
  fastify.removeContentTypeParser('text/plain')
  fastify.get('/setup', () => setupState(deps))
  const config = { limit: 'sign-in' } as const
  registrationRoutes(fastify, options, config)
  thirdPartyRoutes(fastify, options, config)
  accountRoutes(fastify, options, config)
  secondFactorRoutes(fastify, deps, config)
  passkeyRoutes(fastify, deps, config)
  const { assertRoom } = deps.provider.options.emailAndPassword.password
  fastify.post('/sign-in/email', { config: { ...config, assertRoom } }, async (request, reply) => {
    const { session, cookies } = await signIn(deps, SignInRequest.parse(request.body), callerOf(request))
    return withCookies(reply, cookies).send(session)
  })
  fastify.post('/token', async (request, reply) => {
    const { optional } = TokenQuery.parse(request.query)
    const refreshToken = refreshTokenOf(request, deps)
    try {
      if (refreshToken === null) throw new AppError('SIGNED_OUT')
      const { session, cookies } = await renew(deps, refreshToken, callerOf(request))
      return withCookies(reply, cookies).send(session)
    } catch (error) {
      if (optional && isSignedOut(error)) return reply.status(204).send()
      throw error
    }
  })
  fastify.post('/sign-out', async (request, reply) => {
    const tokens = { refreshToken: refreshTokenOf(request, deps), accessToken: bearerOf(request) }
    const { cookies } = await signOut(deps, tokens, callerOf(request))
    return withCookies(reply, cookies).send({ success: true })
  })
}
