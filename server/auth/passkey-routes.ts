import type { FastifyInstance } from 'fastify'
import { PasskeyAddRequest, PasskeyUseRequest } from '#shared/second-factor.ts'
import { callerOf } from '#server/auth/caller.ts'
import { reauthenticateByPasskey } from '#server/auth/factor-proof.ts'
import { inPerson, recentlyInPerson } from '#server/auth/require-viewer.ts'
import { addPasskey, creationOptions, signInByPasskey, requestOptions } from '#server/auth/passkeys.ts'
import type { AuthDeps } from '#server/auth/sessions.ts'
import { withCookies } from '#server/auth/with-cookies.ts'

/**
 * Signs in with a passkey, adds one, and proves identity with one. The challenge is in a cookie, so only browsers on our own pages can use
 * these routes.
 */
export function passkeyRoutes(fastify: FastifyInstance, deps: AuthDeps, config: object) {
  fastify.post('/sign-in/passkey/options', { config }, async (request, reply) => {
    const { options, cookies } = await requestOptions(deps, null, callerOf(request))
    return withCookies(reply, cookies).send(options)
  })
  fastify.post('/sign-in/passkey', { config }, async (request, reply) => {
    const { session, cookies } = await signInByPasskey(deps, PasskeyUseRequest.parse(request.body), callerOf(request))
    return withCookies(reply, cookies).send(session)
  })
  fastify.post('/passkeys/options', { config }, async (request, reply) => {
    const { options, cookies } = await creationOptions(deps, recentlyInPerson(deps, request), callerOf(request))
    return withCookies(reply, cookies).send(options)
  })
  fastify.post('/passkeys', { config }, async (request) => {
    const viewer = recentlyInPerson(deps, request)
    return { passkey: await addPasskey(deps, viewer, PasskeyAddRequest.parse(request.body), callerOf(request)) }
  })
  fastify.post('/reauthenticate/passkey/options', { config }, async (request, reply) => {
    const { options, cookies } = await requestOptions(deps, inPerson(request), callerOf(request))
    return withCookies(reply, cookies).send(options)
  })
  fastify.post('/reauthenticate/passkey', { config }, async (request) => {
    const person = inPerson(request)
    return reauthenticateByPasskey(deps, person, PasskeyUseRequest.parse(request.body), callerOf(request))
  })
}
