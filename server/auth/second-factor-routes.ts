import type { FastifyInstance } from 'fastify'
import { SecondFactorConfirmRequest, SecondFactorVerifyRequest } from '#shared/second-factor.ts'
import { callerOf } from '#server/auth/caller.ts'
import { recentlyInPerson } from '#server/auth/require-viewer.ts'
import { signInByCode } from '#server/auth/second-factor-sign-in.ts'
import { confirmEnrolment, disable, enroll, renewRecoveryCodes } from '#server/auth/second-factor.ts'
import type { AuthDeps } from '#server/auth/sessions.ts'
import { withCookies } from '#server/auth/with-cookies.ts'

/** The second step of sign-in, and the settings of a person's own second factor. */
export function secondFactorRoutes(fastify: FastifyInstance, deps: AuthDeps, config: object) {
  fastify.post('/second-factor/verify', { config }, async (request, reply) => {
    const { session, cookies } = await signInByCode(deps, SecondFactorVerifyRequest.parse(request.body), callerOf(request))
    return withCookies(reply, cookies).send(session)
  })
  fastify.post('/second-factor/enroll', { config }, async (request) => enroll(deps, recentlyInPerson(deps, request)))
  fastify.post('/second-factor/confirm', { config }, async (request) => {
    const viewer = recentlyInPerson(deps, request)
    return confirmEnrolment(deps, viewer, SecondFactorConfirmRequest.parse(request.body).code, callerOf(request))
  })
  fastify.post('/second-factor/recovery-codes', { config }, async (request) =>
    renewRecoveryCodes(deps, recentlyInPerson(deps, request), callerOf(request)),
  )
  fastify.post('/second-factor/disable', { config }, async (request) => {
    await disable(deps, recentlyInPerson(deps, request), callerOf(request))
    return { success: true }
  })
}
